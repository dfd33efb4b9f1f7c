package org.example.reports

import android.annotation.SuppressLint
import android.content.Context
import android.hardware.Sensor
import android.hardware.SensorEvent
import android.hardware.SensorEventListener
import android.hardware.SensorManager
import android.location.Location
import android.location.LocationListener
import android.location.LocationManager
import android.net.ConnectivityManager
import android.net.NetworkCapabilities
import org.json.JSONObject
import java.time.Instant
import kotlin.math.PI
import kotlin.math.asin
import kotlin.math.atan2

/** Radius at 68 %, which Android tells, to that at 95 %, which is sealed: in the plane, and on one axis. */
private const val TO_95_IN_PLANE = 1.62
private const val TO_95 = 1.96

/** What the app knows, in the fields and units of sealed-capture's sections. */
class AppSensors(private val context: Context) : SensorEventListener {
    private val sensors = context.getSystemService(SensorManager::class.java)
    private val places = context.getSystemService(LocationManager::class.java)
    private val networks = context.getSystemService(ConnectivityManager::class.java)
    private var pressure: Float? = null
    private var attitude: FloatArray? = null
    private var fix: Location? = null
    private val onFix = LocationListener { fix = it }

    fun start() {
        for (kind in listOf(Sensor.TYPE_PRESSURE, Sensor.TYPE_ROTATION_VECTOR)) {
            val sensor = sensors.getDefaultSensor(kind) ?: continue
            sensors.registerListener(this, sensor, SensorManager.SENSOR_DELAY_UI)
        }
    }

    fun stop() {
        sensors.unregisterListener(this)
        places.removeUpdates(onFix)
        fix = null
        pressure = null
        attitude = null
    }

    fun read(section: String): JSONObject = when (section) {
        "gps" -> gps()
        "orientation" -> attitude?.let(::orientation) ?: none("not_available")
        "network" -> network()
        "atmospheric" -> pressure?.let { JSONObject().put("pressure", it.toDouble()) } ?: none("not_supported")
        else -> none("not_supported")
    }

    /** The first question starts the search; the page asks again every few seconds. */
    @SuppressLint("MissingPermission")
    private fun gps(): JSONObject {
        try {
            if (fix == null) places.requestLocationUpdates(LocationManager.GPS_PROVIDER, 2_000, 0f, onFix)
        } catch (problem: SecurityException) {
            return none("permission_denied")
        }
        val place = fix ?: return none("not_available")
        return JSONObject().apply {
            put("latitude", place.latitude)
            put("longitude", place.longitude)
            put("timestamp", Instant.ofEpochMilli(place.time).toString())
            if (place.hasAccuracy()) put("latLongAccuracy", place.accuracy * TO_95_IN_PLANE)
            if (place.hasAltitude()) put("altitude", place.altitude)
            if (place.hasVerticalAccuracy()) put("altitudeAccuracy", place.verticalAccuracyMeters * TO_95)
            if (place.hasSpeed()) put("speed", place.speed.toDouble())
            if (place.hasSpeedAccuracy()) put("speedAccuracy", place.speedAccuracyMetersPerSecond * TO_95)
        }
    }

    private fun network(): JSONObject {
        val now = networks.getNetworkCapabilities(networks.activeNetwork) ?: return none("not_available")
        return JSONObject().put("wifi", now.hasTransport(NetworkCapabilities.TRANSPORT_WIFI))
    }

    /** Angles of the rotation as `deviceorientation` has them: around z, then x, then y. */
    private fun orientation(vector: FloatArray): JSONObject {
        val r = FloatArray(9)
        SensorManager.getRotationMatrixFromVector(r, vector)
        val faceUp = r[8] >= 0
        val sign = if (faceUp) 1f else -1f
        val lean = asin(r[7].coerceIn(-1f, 1f))
        val beta = if (faceUp) lean.toDouble() else (if (lean > 0) PI - lean else -PI - lean)
        val gamma = atan2(-r[6] * sign, r[8] * sign).toDouble()
        val alpha = atan2(-r[1] * sign, r[4] * sign).toDouble()
        return JSONObject()
            .put("roll", Math.toDegrees(gamma))
            .put("pitch", Math.toDegrees(beta))
            .put("yaw", (Math.toDegrees(alpha) + 360) % 360)
    }

    override fun onSensorChanged(event: SensorEvent) {
        when (event.sensor.type) {
            Sensor.TYPE_PRESSURE -> pressure = event.values[0]
            Sensor.TYPE_ROTATION_VECTOR -> attitude = event.values.clone()
        }
    }

    override fun onAccuracyChanged(sensor: Sensor, accuracy: Int) = Unit

    private fun none(reason: String) = JSONObject().put("unavailableReason", reason)
}
