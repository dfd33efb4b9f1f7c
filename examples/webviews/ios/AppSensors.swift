import CoreLocation
import CoreMotion
import CoreTelephony
import Network

/// What the app knows, in the fields and units of sealed-capture's sections.
final class AppSensors: NSObject, CLLocationManagerDelegate {
    private let places = CLLocationManager()
    private let motion = CMMotionManager()
    private let altimeter = CMAltimeter()
    private let telephony = CTTelephonyNetworkInfo()
    private var paths: NWPathMonitor?
    private var fix: CLLocation?
    private var pressure: Double?

    func start() {
        places.delegate = self
        paths = NWPathMonitor()
        paths?.start(queue: .main)
        if motion.isDeviceMotionAvailable { motion.startDeviceMotionUpdates() }
        if CMAltimeter.isRelativeAltitudeAvailable() {
            altimeter.startRelativeAltitudeUpdates(to: .main) { [weak self] data, _ in
                // Kilopascals.
                self?.pressure = data.map { $0.pressure.doubleValue * 10 }
            }
        }
    }

    func stop() {
        places.stopUpdatingLocation()
        paths?.cancel()
        motion.stopDeviceMotionUpdates()
        altimeter.stopRelativeAltitudeUpdates()
        (fix, pressure, paths) = (nil, nil, nil)
    }

    func read(_ section: String) -> [String: Any] {
        switch section {
        case "gps": return gps()
        case "orientation": return motion.deviceMotion.map { orientation($0.attitude) } ?? none("not_available")
        case "network": return network()
        case "atmospheric": return pressure.map { ["pressure": $0] } ?? none("not_available")
        default: return none("not_supported")
        }
    }

    /// The first question asks the person; the page asks again every few seconds.
    private func gps() -> [String: Any] {
        switch places.authorizationStatus {
        case .notDetermined:
            places.requestWhenInUseAuthorization()
            return none("permission_not_requested")
        case .denied, .restricted: return none("permission_denied")
        default: places.startUpdatingLocation()
        }
        guard let fix, fix.horizontalAccuracy >= 0 else { return none("not_available") }
        var section: [String: Any] = [
            "latitude": fix.coordinate.latitude,
            "longitude": fix.coordinate.longitude,
            "latLongAccuracy": fix.horizontalAccuracy,
            "timestamp": ISO8601DateFormatter().string(from: fix.timestamp),
        ]
        if fix.verticalAccuracy > 0 {
            section["altitude"] = fix.ellipsoidalAltitude
            section["altitudeAccuracy"] = fix.verticalAccuracy
        }
        if fix.speed >= 0, fix.speedAccuracy >= 0 {
            section["speed"] = fix.speed
            section["speedAccuracy"] = fix.speedAccuracy
        }
        return section
    }

    private func network() -> [String: Any] {
        guard let path = paths?.currentPath, path.status == .satisfied else { return none("not_available") }
        let technologies = telephony.serviceCurrentRadioAccessTechnology?.values.map {
            $0.replacingOccurrences(of: "CTRadioAccessTechnology", with: "")
        }
        var section: [String: Any] = ["wifi": path.usesInterfaceType(.wifi)]
        if let technologies, !technologies.isEmpty { section["cellular"] = ["technologies": technologies] }
        return section
    }

    /// Angles of the rotation as `deviceorientation` has them: around z, then x, then y.
    private func orientation(_ attitude: CMAttitude) -> [String: Any] {
        let turn = 180 / Double.pi
        var (alpha, beta, gamma) = (attitude.yaw * turn, attitude.pitch * turn, attitude.roll * turn)
        if abs(gamma) > 90 {
            // Face down: the same rotation, with gamma within 90° as the web has it.
            alpha += 180
            beta = beta >= 0 ? 180 - beta : -180 - beta
            gamma += gamma > 0 ? -180 : 180
        }
        let yaw = (alpha.truncatingRemainder(dividingBy: 360) + 360).truncatingRemainder(dividingBy: 360)
        return ["roll": gamma, "pitch": beta, "yaw": yaw]
    }

    func locationManager(_ manager: CLLocationManager, didUpdateLocations locations: [CLLocation]) {
        fix = locations.last
    }

    func locationManager(_ manager: CLLocationManager, didFailWithError error: Error) {
        fix = nil
    }

    private func none(_ reason: String) -> [String: Any] { ["unavailableReason": reason] }
}
