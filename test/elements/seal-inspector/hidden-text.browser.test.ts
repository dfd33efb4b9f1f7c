import {expect} from '@open-wc/testing';
import type {InspectionResult} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import type {FileFacts} from '@sealed-capture/seal/model/inspection/seal-contents.js';
import {visibleLines} from '@sealed-capture/seal/model/text/visible-text.js';
import {invalid, untrusted, valid} from './answers.js';
import {facts, inspectorReading} from './facts.js';
import {fileNamed} from './fixture.js';
import {all, drawn} from '../kit.js';

/** Turns the reading direction, hides letters and stands alone as half of a character. */
const HIDDEN = '\u202ex\u200b\u00ad\u009b\u{e0041}\ud800';

/** Appends the hidden characters to every string but the ones that decide what is shown, and to the keys of tags. */
function poisoned(value: unknown, key = ''): unknown {
  const decides = ['labelState', 'code', 'validFrom', 'validTo', 'sha256', 'mediaType', 'pem'];
  if (typeof value === 'string') return decides.includes(key) ? value : value + HIDDEN;
  if (Array.isArray(value)) return value.map((inner) => poisoned(inner, key));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]): [string, unknown] => [
    key === 'tags' ? name + HIDDEN : name,
    poisoned(inner, name),
  ]);
  return Object.fromEntries(entries);
}

/** All texts and attributes that a person sees or hears. */
function textsIn(root: ParentNode): string[] {
  return [...root.querySelectorAll('*')].flatMap((element) => [
    ...[...element.attributes].map(({value}) => value),
    ...[...element.childNodes].flatMap((node) => (node instanceof Text ? [node.data] : [])),
  ]);
}

describe('<seal-inspector> and hidden characters', () => {
  for (const answer of [valid, untrusted, invalid]) {
    it(`shows each of a file and an answer that is ${answer.labelState}`, async () => {
      const read = poisoned(facts()) as FileFacts;
      const said = {
        ...(poisoned(answer) as InspectionResult),
        checks: [
          ...answer.checks,
          {code: `com.example${HIDDEN}`, passed: false, explanation: `Odd${HIDDEN}`},
        ],
      };
      const element = await inspectorReading(said, read, fileNamed(`photo${HIDDEN}.jpg`));
      for (const folded of all<HTMLDetailsElement>(element, 'details')) folded.open = true;
      await drawn(element, new Promise((resolve) => setTimeout(resolve, 100)));
      const root = element.shadowRoot!;
      const texts = textsIn(root);
      expect(texts.filter((text) => visibleLines(text) !== text)).to.eql([]);
      expect(root.textContent).to.contain('[U+202E]x[U+200B][U+00AD][U+009B][U+E0041][U+D800]');
    });
  }
});
