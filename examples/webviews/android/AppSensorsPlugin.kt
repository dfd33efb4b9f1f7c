package org.example.reports

import android.os.Bundle
import com.getcapacitor.BridgeActivity
import com.getcapacitor.JSObject
import com.getcapacitor.Plugin
import com.getcapacitor.PluginCall
import com.getcapacitor.PluginMethod
import com.getcapacitor.annotation.CapacitorPlugin

/** The same for an app made with Capacitor, which has the callbacks for permissions itself. */
@CapacitorPlugin(name = "AppSensors")
class AppSensorsPlugin : Plugin() {
    private lateinit var sensors: AppSensors

    override fun load() {
        sensors = AppSensors(context)
    }

    override fun handleOnResume() = sensors.start()

    override fun handleOnPause() = sensors.stop()

    @PluginMethod
    fun read(call: PluginCall) {
        call.resolve(JSObject.fromJSONObject(sensors.read(call.getString("section").orEmpty())))
    }
}

class MainActivity : BridgeActivity() {
    override fun onCreate(state: Bundle?) {
        registerPlugin(AppSensorsPlugin::class.java)
        super.onCreate(state)
    }
}
