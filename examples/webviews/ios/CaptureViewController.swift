import UIKit
import UniformTypeIdentifiers
import WebKit

private let scheme = "reports"

/// Shows the built page (`dist/`, a folder reference in the bundle) and gives it camera, microphone, motion and sensors.
final class CaptureViewController: UIViewController {
    private let sensors = AppSensors()

    override func loadView() {
        let configuration = WKWebViewConfiguration()
        // The camera's picture is a video within the page that starts by itself.
        configuration.allowsInlineMediaPlayback = true
        configuration.mediaTypesRequiringUserActionForPlayback = []
        configuration.setURLSchemeHandler(self, forURLScheme: scheme)
        configuration.userContentController
            .addScriptMessageHandler(self, contentWorld: .page, name: "appSensors")
        let web = WKWebView(frame: .zero, configuration: configuration)
        web.uiDelegate = self
        view = web
        web.load(URLRequest(url: URL(string: "\(scheme)://localhost/index.html")!))
    }

    override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        sensors.start()
    }

    override func viewDidDisappear(_ animated: Bool) {
        sensors.stop()
        super.viewDidDisappear(animated)
    }

    private func isOurs(_ origin: WKSecurityOrigin) -> Bool {
        origin.protocol == scheme && origin.host == "localhost"
    }
}

/// The page's own questions. Without them, WebKit asks once more after the system has; iOS 15 and later.
extension CaptureViewController: WKUIDelegate {
    func webView(
        _ webView: WKWebView,
        requestMediaCapturePermissionFor origin: WKSecurityOrigin,
        initiatedByFrame frame: WKFrameInfo,
        type: WKMediaCaptureType,
        decisionHandler: @escaping (WKPermissionDecision) -> Void
    ) {
        decisionHandler(isOurs(origin) ? .grant : .deny)
    }

    func webView(
        _ webView: WKWebView,
        requestDeviceOrientationAndMotionPermissionFor origin: WKSecurityOrigin,
        initiatedByFrame frame: WKFrameInfo,
        decisionHandler: @escaping (WKPermissionDecision) -> Void
    ) {
        decisionHandler(isOurs(origin) ? .grant : .deny)
    }
}

/// `webkit.messageHandlers.appSensors.postMessage({section})` in the page, which gets a promise.
extension CaptureViewController: WKScriptMessageHandlerWithReply {
    func userContentController(
        _ controller: WKUserContentController,
        didReceive message: WKScriptMessage,
        replyHandler: @escaping (Any?, String?) -> Void
    ) {
        let question = message.body as? [String: Any]
        guard message.frameInfo.isMainFrame, isOurs(message.frameInfo.securityOrigin),
            let section = question?["section"] as? String
        else { return replyHandler(nil, "No question of ours.") }
        replyHandler(sensors.read(section), nil)
    }
}

/// The page's files, under an origin of the app's own: a file: address has none.
extension CaptureViewController: WKURLSchemeHandler {
    func webView(_ webView: WKWebView, start task: WKURLSchemeTask) {
        let folder = Bundle.main.bundleURL.appendingPathComponent("dist").standardizedFileURL
        guard let url = task.request.url else { return }
        let file = folder.appendingPathComponent(url.path).standardizedFileURL
        guard file.path.hasPrefix(folder.path + "/"), let data = try? Data(contentsOf: file),
            let response = HTTPURLResponse(
                url: url, statusCode: 200, httpVersion: "HTTP/1.1",
                headerFields: ["Content-Type": mediaType(of: file)])
        else { return task.didFailWithError(URLError(.fileDoesNotExist)) }
        task.didReceive(response)
        task.didReceive(data)
        task.didFinish()
    }

    func webView(_ webView: WKWebView, stop task: WKURLSchemeTask) {}

    /// Modules and workers are run from a type of JavaScript alone.
    private func mediaType(of file: URL) -> String {
        if file.pathExtension == "js" { return "text/javascript" }
        return UTType(filenameExtension: file.pathExtension)?.preferredMIMEType ?? "application/octet-stream"
    }
}
