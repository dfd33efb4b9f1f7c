import type {Attribute, ElementDescription} from '../custom-elements.js';
import {languages} from '../../demo/languages/catalogue.mjs';
import {escaped} from './page.js';

/** Attributes that the playground itself sets: the service and its credentials. */
const OWN = new Set([
  'account',
  'api-key',
  'api-secret',
  'base-url',
  'deliver-to',
  'name',
  'sandbox',
  'scripts-base',
  'submit-as',
  'trust-anchors',
]);

/** Settings that belong together, by tag: the values of options by their names. */
const PRESETS: Readonly<
  Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>
> = {
  'capture-image': {
    'A claim in three shots': {
      shots:
        '[{"id":"front","label":"Front","required":true,"overlay":"vehicle-front"},{"id":"side","label":"Side","overlay":"vehicle-side"},{"id":"damage","label":"The damage","hint":"From one arm’s length."}]',
      tags: '{"claim":"4711"}',
    },
    'Look before use': {review: '', quality: 'warn'},
    'Selfie, place unclear': {facing: 'user', 'location-obfuscation-radius': '500'},
  },
  'capture-audio': {
    'An interview': {'caption-field': '', channels: '2', 'max-duration': '3600'},
    'A short note': {'max-duration': '60', height: '96'},
  },
  'seal-inspector': {
    'Verified in this browser': {verify: 'local'},
    'Two opinions': {verify: 'both'},
  },
  'protection-provider': {'Kept for two days': {retention: '48', tags: '{"case":"4711"}'}},
};

const FRAMEWORKS = ['HTML', 'React', 'Vue', 'Svelte', 'Angular', 'Solid'];

/** The choices of a control, if the type is a union of texts or numbers. */
const choices = (type: string): string[] | undefined => {
  const parts = type.split('|').map((part) => part.trim());
  return parts.length > 1 && parts.every((part) => /^('[^']*'|\d+)$/.test(part))
    ? parts.map((part) => part.replace(/'/g, ''))
    : undefined;
};

/** How a value is written in code, by the type of its option; all others are JSON. */
const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  boolean: 'boolean',
  number: 'number',
};

function control({name, type, fieldName, default: known}: Attribute): string {
  const standard = known?.replace(/'/g, '');
  const id = `option-${name}`;
  const listed =
    choices(type.text) ??
    (type.text === 'boolean' && standard === 'true' ? ['true', 'false'] : undefined);
  const kind = listed ? 'text' : (KINDS[type.text.replace(/ .*/, '')] ?? 'json');
  const data = `id="${id}" data-option="${name}" data-property="${fieldName}" data-kind="${kind}"`;
  const label = `<label for="${id}">${name}</label>`;
  if (listed) {
    const options = listed.map(
      (value) => `<option${value === standard ? ' selected value=""' : ''}>${value}</option>`,
    );
    return `${label}<select ${data}>${options.join('')}</select>`;
  }
  if (kind === 'boolean') return `${label}<input type="checkbox" ${data}>`;
  const input = kind === 'number' ? 'type="number" step="any"' : 'type="text" autocomplete="off"';
  const example = {tags: '{"case": "4711"}', shots: '[{"id": "front", "label": "Front"}]'}[name];
  const shown = example ?? (standard === 'undefined' ? '' : (standard ?? ''));
  return `${label}<input ${input} ${data} placeholder="${escaped(shown)}">`;
}

const select = (name: string, label: string, options: readonly [value: string, name: string][]) =>
  `<span><label for="view-${name}">${label}</label> <select id="view-${name}" data-view="${name}">${options
    .map(([value, words]) => `<option value="${escaped(value)}">${words}</option>`)
    .join('')}</select></span>`;

/** The container in which the page's script adds the element; without scripts, a sentence. */
export function playground({tagName, attributes, events}: ElementDescription): string {
  const options = attributes.filter(({name}) => !OWN.has(name));
  const presets = Object.entries(PRESETS[tagName] ?? {}).map(([name, values]): [string, string] => [
    JSON.stringify(values),
    name,
  ]);
  return `<noscript><p>The playground needs JavaScript. Everything else on this page can be read without it.</p></noscript>
<div class="playground" data-element="${tagName}" data-events="${events.map(({name}) => name).join(' ')}" hidden>
<form class="view" aria-label="View">
${select('preset', 'Preset', [['{}', 'Everything at its default'], ...presets])}
${select('theme', 'Theme', [
  ['', 'As the page'],
  ['light', 'Light'],
  ['dark', 'Dark'],
])}
${select(
  'lang',
  'Language',
  ['en', ...languages].map((one) => [one, one]),
)}
${select('dir', 'Direction', [
  ['', 'As the language'],
  ['ltr', 'Left to right'],
  ['rtl', 'Right to left'],
])}
${select('width', 'Width', [
  ['', 'All'],
  ['280', '280 px'],
  ['360', '360 px'],
  ['600', '600 px'],
])}
</form>
<div class="stage"><p class="start"><button type="button" class="run">Start the element</button> <span>It asks for the camera only when you turn it on.</span></p></div>
<form class="options" aria-label="Options">${options.map((one) => `<div>${control(one)}</div>`).join('')}</form>
<p role="status" class="state"></p>
<div class="code"><div class="frameworks" role="group" aria-label="Framework">${FRAMEWORKS.map((name) => `<button type="button">${name}</button>`).join('')}</div>
<pre tabindex="0" aria-label="Code"><code v-pre></code></pre></div>
<h3 id="playground-events">Events</h3>
<p class="no-events">What the element tells the page appears here.</p>
<ol class="log" tabindex="0" aria-labelledby="playground-events"></ol>
</div>`;
}
