// A service worker that also sends the sealed files to the page's own storage.
import {createProtection, sealInBackground} from '/sealed-capture-service-worker.js';

sealInBackground({
  protection: createProtection({apiKey: 'service-worker', sandbox: true}),
  deliverTo: '/uploads',
});
