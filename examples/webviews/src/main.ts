import 'sealed-capture/capture-audio';
import 'sealed-capture/capture-image';
import 'sealed-capture/protection-provider';
import {createProtection, type AccessToken} from 'sealed-capture/core';
import {findAppBridge} from './app-bridge';
import {appSensors} from './app-sensors';

// A page inside the app has no server of its own: `VITE_SERVICE=https://seals.example npm run build`.
const service = import.meta.env['VITE_SERVICE'] ?? location.origin;

const provider = document.querySelector('protection-provider')!;
provider.protection = createProtection({
  sandbox: true,
  baseUrl: `${service}/protection`,
  // Your backend has it minted: docs/keys.md.
  async getToken(signal) {
    const answer = await fetch(`${service}/demo/token`, {method: 'POST', signal});
    if (!answer.ok) throw new Error(`No token: ${answer.status}`);
    return (await answer.json()) as AccessToken;
  },
});
provider.deliverTo = `${service}/uploads`;

const bridge = findAppBridge();
if (bridge) Object.assign(provider, appSensors(bridge));
document.querySelector('#source')!.textContent = bridge
  ? 'Place, attitude and network come from the app.'
  : 'This page is open in a browser: its own sensors are sealed.';

function tell(text: string) {
  const line = document.createElement('li');
  line.textContent = text;
  document.querySelector('ol')!.append(line);
}
document.addEventListener('captured', ({mode}) => tell(`${mode} taken`));
document.addEventListener('protected', ({mode}) => tell(`${mode} sealed`));
document.addEventListener('delivered', ({mode}) => tell(`${mode} delivered`));
document.addEventListener('protect-error', ({message}) => tell(message));
