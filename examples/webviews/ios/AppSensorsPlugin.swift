import Capacitor

/// The same for an app made with Capacitor, which grants camera, microphone and motion to its page itself.
@objc(AppSensorsPlugin)
final class AppSensorsPlugin: CAPPlugin, CAPBridgedPlugin {
    let identifier = "AppSensorsPlugin"
    let jsName = "AppSensors"
    let pluginMethods = [CAPPluginMethod(name: "read", returnType: CAPPluginReturnPromise)]
    private let sensors = AppSensors()

    override func load() {
        // The location manager calls back where it was made.
        DispatchQueue.main.async { self.sensors.start() }
    }

    @objc func read(_ call: CAPPluginCall) {
        DispatchQueue.main.async {
            call.resolve(self.sensors.read(call.getString("section") ?? ""))
        }
    }
}

final class ReportsViewController: CAPBridgeViewController {
    override func capacitorDidLoad() {
        bridge?.registerPluginInstance(AppSensorsPlugin())
    }
}
