// The same service worker as a classic script.
importScripts('/sealed-capture-service-worker.classic.js');

const {createProtection, sealInBackground} = self.sealedCapture;
sealInBackground({protection: createProtection({apiKey: 'service-worker', sandbox: true})});
