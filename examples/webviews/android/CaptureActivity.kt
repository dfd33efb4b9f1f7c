package org.example.reports

import android.Manifest.permission.ACCESS_COARSE_LOCATION
import android.Manifest.permission.ACCESS_FINE_LOCATION
import android.Manifest.permission.CAMERA
import android.Manifest.permission.RECORD_AUDIO
import android.content.pm.PackageManager.PERMISSION_GRANTED
import android.net.Uri
import android.os.Bundle
import android.webkit.GeolocationPermissions
import android.webkit.PermissionRequest
import android.webkit.WebChromeClient
import android.webkit.WebResourceRequest
import android.webkit.WebView
import android.webkit.WebViewClient
import androidx.activity.ComponentActivity
import androidx.activity.result.contract.ActivityResultContracts.RequestMultiplePermissions
import androidx.webkit.WebViewAssetLoader
import androidx.webkit.WebViewCompat
import androidx.webkit.WebViewFeature
import org.json.JSONException
import org.json.JSONObject

private const val ORIGIN = "https://appassets.androidplatform.net"

/** Shows the built page (`dist/`, in the app's assets) and gives it camera, microphone, place and sensors. */
class CaptureActivity : ComponentActivity() {
    private lateinit var sensors: AppSensors
    /** Runs once the person has answered. */
    private var answered: () -> Unit = {}
    private val ask = registerForActivityResult(RequestMultiplePermissions()) { answered() }

    override fun onCreate(state: Bundle?) {
        super.onCreate(state)
        sensors = AppSensors(this)
        val web = WebView(this)
        web.settings.javaScriptEnabled = true
        web.settings.domStorageEnabled = true
        // The camera's picture is a video that starts by itself.
        web.settings.mediaPlaybackRequiresUserGesture = false
        val loader = WebViewAssetLoader.Builder()
            .addPathHandler("/assets/", WebViewAssetLoader.AssetsPathHandler(this))
            .build()
        web.webViewClient = object : WebViewClient() {
            override fun shouldInterceptRequest(view: WebView, request: WebResourceRequest) =
                loader.shouldInterceptRequest(request.url)
        }
        web.webChromeClient = Permissions()
        listen(web)
        setContentView(web)
        web.loadUrl("$ORIGIN/assets/index.html")
    }

    override fun onResume() {
        super.onResume()
        sensors.start()
    }

    override fun onPause() {
        sensors.stop()
        super.onPause()
    }

    /** `window.appSensors`, in pages of this origin alone: an address elsewhere gets no bridge. */
    private fun listen(web: WebView) {
        if (!WebViewFeature.isFeatureSupported(WebViewFeature.WEB_MESSAGE_LISTENER)) return
        WebViewCompat.addWebMessageListener(web, "appSensors", setOf(ORIGIN)) { _, message, _, isMainFrame, reply ->
            try {
                val question = JSONObject(message.data.orEmpty())
                if (isMainFrame) {
                    val answer = sensors.read(question.getString("section"))
                    val text = JSONObject().put("id", question.getInt("id")).put("answer", answer)
                    reply.postMessage(text.toString())
                }
            } catch (problem: JSONException) {
                // No question of ours.
            }
        }
    }

    /** Without these, WebView refuses camera, microphone and place, and asks nobody. */
    private inner class Permissions : WebChromeClient() {
        private val needed = mapOf(
            PermissionRequest.RESOURCE_VIDEO_CAPTURE to CAMERA,
            PermissionRequest.RESOURCE_AUDIO_CAPTURE to RECORD_AUDIO,
        )

        override fun onPermissionRequest(request: PermissionRequest) {
            if (!isOurs(request.origin)) return request.deny()
            val wanted = request.resources.filter(needed::containsKey)
            answered = {
                // Never all of request.resources: a later WebView may ask for more.
                val granted = wanted.filter { has(needed.getValue(it)) }
                if (granted.isEmpty()) request.deny() else request.grant(granted.toTypedArray())
            }
            ask.launch(wanted.map(needed::getValue).toTypedArray())
        }

        override fun onGeolocationPermissionsShowPrompt(
            origin: String,
            callback: GeolocationPermissions.Callback,
        ) {
            answered = {
                val isGranted = has(ACCESS_FINE_LOCATION) || has(ACCESS_COARSE_LOCATION)
                callback.invoke(origin, isOurs(Uri.parse(origin)) && isGranted, false)
            }
            ask.launch(arrayOf(ACCESS_FINE_LOCATION, ACCESS_COARSE_LOCATION))
        }
    }

    private fun isOurs(origin: Uri) = "${origin.scheme}://${origin.authority}" == ORIGIN

    private fun has(permission: String) = checkSelfPermission(permission) == PERMISSION_GRANTED
}
