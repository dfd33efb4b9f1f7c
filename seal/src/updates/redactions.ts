import {objectAt, text, textAt} from '../model/json/loose-json.js';
import type {Loose} from '../model/json/record.js';
import {type Redaction} from '../model/inspection/inspection-result.js';
import {
  metadataAssertions,
  sealedSections,
  sectionNames,
  type SealedSection,
} from '../model/seal/seal-format.js';
import {canonicalUrl, labelIn} from '../own-reader/jumbf-url.js';
import {signerOf, utcAt} from './crjson-fields.js';
import {actionsOf, declaredBy} from './updated-seal.js';

/** Most redactions that are listed. */
const MOST = 50;
const LONGEST = 1000;

const short = (value: unknown): string | undefined => text(value)?.slice(0, LONGEST);

/** The section of the capture metadata that an assertion of this package contains. */
export function sectionOf(label: string): SealedSection | undefined {
  const name = label.replace(/__\d+$/, '');
  return sealedSections.find((section) => metadataAssertions[section] === name);
}

/** The URLs that a manifest declares as redacted, each in the same form. */
const urlsIn = (manifest: Loose): string[] =>
  declaredBy(manifest)
    .filter((url) => typeof url === 'string')
    .map(canonicalUrl);

/** The URLs that all manifests redact. The engine's crJSON may still name redacted assertions, without their content. */
export const redactedUrls = (manifests: readonly unknown[]): ReadonlySet<unknown> =>
  new Set(manifests.flatMap((manifest) => urlsIn(objectAt({manifest}, 'manifest'))));

/**
 * What a manifest redacted in earlier ones, grouped by reason. Includes all that its claim declares, also without
 * an action.
 */
function redactionsOf(manifest: Loose): Redaction[] {
  const told = new Map<string, Redaction>();
  const actions = actionsOf(manifest).filter((one) => textAt(one, 'action') === 'c2pa.redacted');
  const declared = urlsIn(manifest);
  const saidBy = new Map(
    actions.map((one) => [
      canonicalUrl(textAt(objectAt(one, 'parameters'), 'redacted') ?? ''),
      one,
    ]),
  );
  // In the order of the actions, because the engine may change that of the claim's list.
  const said = [...saidBy.keys()].filter((url) => declared.includes(url));
  for (const url of new Set([...said, ...declared])) {
    const action = saidBy.get(url);
    const parameters = objectAt(action, 'parameters');
    const reason = short(textAt(action, 'reason'));
    const note = short(textAt(parameters, 'description') ?? textAt(action, 'description'));
    const key = JSON.stringify([reason, note]);
    const one = told.get(key) ?? {
      sections: [],
      labels: [],
      ...(reason !== undefined && {reason}),
      ...(note !== undefined && {note}),
      by: short(signerOf(manifest)),
      // The action's time is signed; the time stamp of a signature could be replaced.
      when: utcAt(action, 'when'),
    };
    told.set(key, one);
    const label = labelIn(url).slice(0, LONGEST);
    const section = sectionOf(label);
    if (section && !one.sections.includes(section)) one.sections.push(section);
    if (!one.labels.includes(label) && one.labels.length < MOST) one.labels.push(label);
  }
  return [...told.values()];
}

/** All redactions, newest first, from the manifests of the engine's crJSON, the active one first. */
export const redactionsIn = (manifests: readonly unknown[]): Redaction[] =>
  manifests.flatMap((manifest) => redactionsOf(objectAt({manifest}, 'manifest'))).slice(0, MOST);

/** A sentence for the verdict's reason on what these manifests redacted; empty if nothing. */
export function sentenceOn(manifests: readonly Loose[]): string {
  const redactions = manifests.flatMap(redactionsOf);
  const sections = [...new Set(redactions.flatMap((one) => one.sections))];
  const [first] = redactions;
  if (!first) return '';
  const parts =
    sections.length > 0 ? sections.map((section) => sectionNames[section]) : ['a statement'];
  const what = [parts.slice(0, -1).join(', '), parts.at(-1)].filter((part) => part).join(' and ');
  return ` Since then, ${first.by ?? 'a signer'} has taken ${what} out of the seal.`;
}
