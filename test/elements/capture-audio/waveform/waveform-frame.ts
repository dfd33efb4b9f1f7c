// Runs in a frame with a strict policy, and writes the results to attributes of its root element.
import {Waveform} from '../../../../src/elements/capture-audio/waveform/waveform.js';

const violations: string[] = [];
addEventListener('securitypolicyviolation', ({violatedDirective, blockedURI}) =>
  violations.push(`${violatedDirective} ${blockedURI}`),
);

const host = document.createElement('div');
const container = document.createElement('div');
host.attachShadow({mode: 'open'}).append(container);
document.body.append(host);
const waveform = new Waveform(container, {height: 64, waveColor: 'black'});

/** Number of filled pixels in the last column. */
function newest(): number {
  const canvas = container.firstElementChild?.shadowRoot?.querySelector('canvas');
  if (!canvas) return 0;
  const {width, height} = canvas;
  const {data} = canvas.getContext('2d')?.getImageData(width - 1, 0, 1, height) ?? {data: []};
  return [...data].filter((value, index) => index % 4 === 3 && value > 0).length;
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

waveform.showLive(Float32Array.of(1));
while (newest() === 0) await pause(20);
const live = newest();
waveform.showWhole(Float32Array.of(1));
waveform.showProgress(0.5);
// Violation reports arrive late.
await pause(200);
document.documentElement.dataset['violations'] = violations.join(', ');
document.documentElement.dataset['done'] = `${live} ${newest()}`;
