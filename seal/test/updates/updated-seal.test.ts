import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {objectAt} from '../../src/model/json/loose-json.js';
import type {Loose} from '../../src/model/json/record.js';
import {verdictOf} from '../../src/engine/verdict.js';
import {findingsOf} from '../../src/engine/findings.js';
import {redactionsIn, sentenceOn} from '../../src/updates/redactions.js';
import {sealInCrJson, withUpdated} from '../../src/updates/updated-seal.js';

const TRUSTED = 'signingCredential.trusted';
const signatureOf = (label: string): string => `self#jumbf=/c2pa/${label}/c2pa.signature`;

const content = {label: 'urn:c2pa:content', assertions: {}};
/** An update above the content, with this recorded validation. */
const updateWith = (recorded: Loose[], isUpdateManifest = true): Loose => ({
  label: 'urn:c2pa:update',
  isUpdateManifest,
  assertions: {
    'c2pa.ingredient.v3': {
      relationship: 'parentOf',
      activeManifest: {url: 'self#jumbf=/c2pa/urn:c2pa:content'},
      validationResults: {activeManifest: {success: recorded, informational: [], failure: []}},
    },
  },
});
const trustedAs = (label: string): Loose => ({code: TRUSTED, url: signatureOf(label)});

async function judged(update: Loose, {isNamed = true, isTrusted = true} = {}) {
  const asked: [string, string][] = [];
  const history = [update, content];
  const seal = await sealInCrJson(update, history, (manifest, parent) => {
    asked.push([manifest, parent]);
    return Promise.resolve(isNamed);
  });
  const results = {activeManifest: {success: [trustedAs('urn:c2pa:update')]}};
  const trustOf = (label: string) => new Set(isTrusted && label === content.label ? [TRUSTED] : []);
  const told = withUpdated('Trusted', findingsOf(results), seal, results, history, trustOf);
  return {seal, asked, ...told};
}

describe('A seal below an update', () => {
  it('provides the result, and is trusted if its signer is', async () => {
    const {seal, asked, state} = await judged(updateWith([]));
    assert.equal(seal.content['label'], 'urn:c2pa:content');
    assert.deepEqual(asked, [['urn:c2pa:update', 'urn:c2pa:content']]);
    assert.equal(state, 'Trusted');
  });

  it('provides no result, and everything counts as broken, if the update contains the hash of another one', async () => {
    const {seal, state, findings} = await judged(updateWith([]), {isNamed: false});
    assert.equal(seal.content['label'], 'urn:c2pa:update');
    assert.equal(state, 'Invalid');
    assert.ok(findings.failure.includes('ingredient.manifest.mismatch'));
  });

  it('is broken if an ingredient in an older form records that it was', async () => {
    const url = 'self#jumbf=c2pa/urn:c2pa:content/c2pa.assertions/org.example';
    const update = updateWith([]);
    const assertions = objectAt(update, 'assertions');
    const {relationship, activeManifest} = objectAt(assertions, 'c2pa.ingredient.v3');
    const records = (code: string) => ({
      ...update,
      assertions: {
        'c2pa.ingredient.v2': {relationship, activeManifest, validationStatus: [{code, url}]},
      },
    });
    const {state, findings} = await judged(records('assertion.hashedURI.mismatch'));
    assert.equal(state, 'Invalid');
    assert.ok(findings.failure.includes('assertion.hashedURI.mismatch'));
    assert.equal((await judged(records('assertion.hashedURI.match'))).state, 'Trusted');
  });

  it('is not checked if what is below could not be compared, unless it is broken anyway', () => {
    const seal = {content, updates: [], isUnread: true as const};
    for (const [state, expected] of [
      ['Trusted', 'unchecked'],
      ['Valid', 'unchecked'],
      ['Invalid', 'invalid'],
    ]) {
      const none = () => new Set<string>();
      const told = withUpdated(state, findingsOf({}), seal, {}, [content], none);
      assert.equal(verdictOf(told.state, told.findings).labelState, expected);
    }
  });

  it('is not trusted if its signer is not, whatever the update records', async () => {
    for (const recorded of [[], [trustedAs('urn:c2pa:content')]]) {
      const {state, doubted} = await judged(updateWith(recorded), {isTrusted: false});
      assert.equal(state, 'Valid');
      assert.equal(doubted['label'], 'urn:c2pa:content');
    }
  });

  it('is not looked for below a standard manifest that redacts nothing', async () => {
    const {seal, asked} = await judged(updateWith([], false));
    assert.equal(seal.content['label'], 'urn:c2pa:update');
    assert.deepEqual(asked, []);
  });
});

describe('A redaction', () => {
  const url = 'self#jumbf=/c2pa/urn:c2pa:content/c2pa.assertions/org.sealed-capture.place';
  const redacting = (actions: Loose[]): Loose => ({
    label: 'urn:c2pa:update',
    'claim.v2': {redacted_assertions: [url]},
    assertions: {'c2pa.actions.v2': {actions}},
    signature: {
      certificateInfo: {subject: {CN: 'Desk'}},
      timeStampInfo: {timestamp: '2020-01-01T00:00:00Z'},
    },
  });

  it('is shown even if no action gives the reason', () => {
    const [one, ...others] = redactionsIn([redacting([])]);
    assert.deepEqual(others, []);
    assert.deepEqual(one?.sections, ['place']);
    assert.equal(one?.reason, undefined);
    assert.match(sentenceOn([redacting([])]), /Desk has taken .*place.* out of the seal/);
  });

  it('has the time of its action, whatever the time stamp of the signature', () => {
    const when = '2026-11-23T12:00:00Z';
    const action = {action: 'c2pa.redacted', when, reason: 'c2pa.PII.present'};
    const [one] = redactionsIn([redacting([{...action, parameters: {redacted: url}}])]);
    assert.equal(one?.when, when);
    assert.equal(one?.reason, 'c2pa.PII.present');
  });

  it('is shown in full in the verdict’s sentence, however many others there are', () => {
    const many = Array.from({length: 60}, (_, i) => ({
      ...redacting([]),
      'claim.v2': {redacted_assertions: [`self#jumbf=/c2pa/m/c2pa.assertions/other${i}`]},
    }));
    assert.match(sentenceOn([...many, redacting([])]), /place/);
  });
});
