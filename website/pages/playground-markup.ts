import type {Attribute, ElementDescription} from '../custom-elements.js';
import {markup, type Markup} from '../markup.js';

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

/** The choices of a control, if the type is a union of texts or numbers. */
const choices = (type: string): string[] | undefined => {
  const parts = type.split('|').map((part) => part.trim());
  return parts.length > 1 && parts.every((part) => /^('[^']*'|\d+)$/.test(part))
    ? parts.map((part) => part.replace(/'/g, ''))
    : undefined;
};

function control(attribute: Attribute): Markup {
  const {name, type} = attribute;
  const standard = attribute.default?.replace(/'/g, '');
  const id = `option-${name}`;
  const listed =
    choices(type.text) ??
    (type.text === 'boolean' && standard === 'true' ? ['true', 'false'] : undefined);
  if (listed) {
    return markup`<label for="${id}">${name}</label><select id="${id}" data-option="${name}">${listed.map(
      (value) =>
        markup`<option${value === standard && markup` selected value=""`}>${value}</option>`,
    )}</select>`;
  }
  if (type.text.startsWith('boolean')) {
    return markup`<label for="${id}">${name}</label><input type="checkbox" id="${id}" data-option="${name}">`;
  }
  const isNumber = type.text.startsWith('number');
  const example = {tags: '{"case": "4711"}', shots: '[{"id": "front", "label": "Front"}]'}[name];
  return markup`<label for="${id}">${name}</label><input ${isNumber ? markup`type="number" step="any"` : markup`type="text"`} id="${id}" data-option="${name}" placeholder="${example ?? (standard === 'undefined' ? '' : standard)}">`;
}

/** The container in which the page's script adds the element; without scripts, it contains a sentence. */
export function playground({tagName, attributes, events}: ElementDescription): Markup {
  const options = attributes.filter(({name}) => !OWN.has(name));
  return markup`<p class="note" id="no-playground">The playground needs JavaScript. Everything else on this page can be read without it.</p>
<div class="playground" data-element="${tagName}" data-events="${events.map(({name}) => name).join(' ')}" hidden>
<div class="stage"><p class="start"><button type="button" class="run">Start the element</button> <span>It asks for the camera only when you turn it on.</span></p></div>
<p class="note" role="status" id="playground-state"></p>
<form class="options" aria-label="Options">${options.map((one) => markup`<div>${control(one)}</div>`)}</form>
<h3 id="playground-code">As HTML</h3>
<pre tabindex="0" data-language="html"><code id="playground-html"></code></pre>
<h3 id="playground-events">Events</h3>
<p class="note" id="no-events">What the element tells the page appears here.</p>
<ol id="event-log" class="log" tabindex="0" aria-labelledby="playground-events"></ol>
</div>`;
}
