// A page's own service worker, as in docs/service-worker.md.
import {createProtection, sealInBackground} from '/sealed-capture-service-worker.js';

sealInBackground({
  protection: createProtection({
    sandbox: true,
    async getToken(signal) {
      const answer = await fetch('/seal-token', {method: 'POST', signal});
      if (!answer.ok) throw new Error(`No token: ${answer.status}`);
      return answer.json();
    },
  }),
});
