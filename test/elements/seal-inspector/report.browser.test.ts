import {expect} from '@open-wc/testing';
import {LitElement} from 'lit';
import type {FactsState} from '@sealed-capture/seal/model/inspection/seal-contents.js';
import type {Opinions} from '../../../src/core/inspection/opinions.js';
import {Format} from '../../../src/elements/metadata/format.js';
import {viewFor, type View} from '../../../src/elements/metadata/view.js';
import {printReport, reportFile} from '../../../src/elements/seal-inspector/report/report.js';
import {copying} from '../../../src/lang/compiled/en/copying.js';
import {fileFacts} from '../../../src/lang/compiled/en/file-facts.js';
import {findings} from '../../../src/lang/compiled/en/findings.js';
import {metadata} from '../../../src/lang/compiled/en/metadata.js';
import {microphone} from '../../../src/lang/compiled/en/microphone.js';
import {result} from '../../../src/lang/compiled/en/result.js';
import {sealInspector} from '../../../src/lang/compiled/en/seal-inspector.js';
import {verdict} from '../../../src/lang/compiled/en/verdict.js';
import {Localize} from '../../../src/elements/strings/localize.js';
import {ofVerifier} from '../../../src/elements/strings/of-verifier.js';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import type {InspectionResult} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import {invalid, ofSandbox, untrusted, valid} from './answers.js';
import {contents, facts, picture, trained} from './facts.js';
import {fileNamed} from './fixture.js';
import {textOf} from '../kit.js';

customElements.define('report-reader', class extends LitElement {});

function viewOfReader(): View {
  const host = document.createElement('report-reader') as LitElement;
  host.lang = 'en-GB';
  const strings = {
    ...fileFacts,
    ...findings,
    ...metadata,
    ...microphone,
    ...result,
    ...sealInspector,
    ...verdict,
    ...copying,
    ...ofVerifier,
  };
  const localize = new Localize(host, strings);
  const view = viewFor(localize, (reason) => localize.term('unavailable', reason));
  // A fixed locale, whatever this machine prefers.
  return {...view, format: new Format('en-GB')};
}

const read = (found = facts()): FactsState => ({name: 'read', facts: found});

const parts = (
  opinions: Opinions,
  state: FactsState = read(),
  file: Blob = fileNamed('gate.jpg'),
) => ({
  inspection: {
    id: 1,
    file,
    progress: {
      name: 'done' as const,
      opinions,
      facts: state,
      at: Date.parse('2026-11-21T10:00:00Z'),
    },
  },
  facts: state,
  host: 'seal.example',
  view: viewOfReader(),
});

const said = (result: InspectionResult): Opinions => ({result, service: result});

async function reportOf(...given: Parameters<typeof parts>) {
  const text = await reportFile(parts(...given));
  const page = new DOMParser().parseFromString(text, 'text/html');
  return {text, page, words: textOf(page.body)};
}

describe('the report on a seal', () => {
  it('names the file, time and source of the check, and lists its fingerprint, every check and value', async () => {
    const {page, words} = await reportOf(said(valid));
    for (const expected of [
      'gate.jpg',
      'Checked on 21 November 2026',
      'Checked by seal.example.',
      'Seal intact.',
      '01234567 89abcdef',
      'Latitude 48.13715° N',
      'Altitude (satellites) 519 ± 12 m',
      'case 2026-1187',
      ...valid.checks.map(({code}) => code),
    ])
      expect(words).to.contain(expected);
    expect(words).to.not.contain('not confirmed');
    expect(page.title).to.equal('Report on a seal: gate.jpg');
    expect(page.documentElement.lang).to.equal('en-GB');
  });

  it('says of a seal of a sandbox that it is no evidence', async () => {
    const words = 'Sandbox seal: for trying, not evidence';
    expect((await reportOf(said(ofSandbox))).words).to.contain(words);
    expect((await reportOf(said(valid))).words).to.not.contain(words);
  });

  it('marks every part of a broken seal as not confirmed', async () => {
    for (const answer of [untrusted, invalid]) {
      const {page} = await reportOf(said(answer));
      const cards = [...page.querySelectorAll('.claims h4')].map(textOf);
      expect(cards).to.have.length(8);
      expect(cards.every((title) => title.endsWith('(not confirmed)'))).to.be.true;
      expect([...page.querySelectorAll('.claims > h3')].map(textOf)).to.eql([
        'What the file claims (not confirmed)',
        'What was done to it (not confirmed)',
        'What it was made from (not confirmed)',
        'Certificates (not confirmed)',
      ]);
    }
  });

  it('describes the edits in words, and the ingredients at every level', async () => {
    const {page} = await reportOf(said(valid));
    const section = (part: string) => page.querySelector(`[part="${part}"]`);
    expect(textOf(section('history'))).to.contain('Opened · recorded by a camera or microphone');
    expect([...(section('ingredients')?.querySelectorAll('li') ?? [])].map(textOf)).to.eql([
      'harbour.jpg This file was made from it · Sealed by Camera 7 ' +
        'negative.dng This file was made from it · No signer named ' +
        'dust map Given to the program that made this file · It had no seal',
      'negative.dng This file was made from it · No signer named',
      'dust map Given to the program that made this file · It had no seal',
      'boat.png Part of this file · Sealed by Somebody ' +
        'When it was put in, its content had been changed. assertion.dataHash.mismatch',
    ]);
    expect(section('ingredients')?.querySelector('[role], [tabindex]')).to.be.null;
    const none = await reportOf(said(valid), read(facts({ingredients: []})));
    expect(none.page.querySelector('[part="ingredients"]')).to.be.null;
  });

  it('contains the remarks of the inspector: two sources differ, one did not answer, a trained algorithm made it', async () => {
    const differing = {
      result: invalid,
      service: valid,
      local: invalid,
      differences: {state: true, codes: ['assertion.dataHash.mismatch'], contents: []},
    };
    expect((await reportOf(differing)).words).to.contain(
      'The service and this browser disagree. The more cautious verdict is shown. ' +
        'seal.example: Seal intact. This browser: Seal broken.',
    );
    const error = new SealedCaptureError('network_failed', 'No network.');
    const silent: Opinions = {
      result: valid,
      local: valid,
      unanswered: {by: 'service', error},
    };
    expect((await reportOf(silent)).words).to.contain('seal.example could not be reached.');
    const actions = [{name: 'c2pa.created', digitalSourceType: trained}];
    expect((await reportOf(said(valid), read(facts({actions})))).words).to.contain(
      'Its seal says: edited with a trained algorithm (AI).',
    );
  });

  it('folds nothing: every certificate is shown in full', async () => {
    const {page} = await reportOf(said(valid));
    const folded = [...page.querySelectorAll('details')];
    expect(folded).to.not.have.length(0);
    expect(folded.every(({open}) => open)).to.be.true;
    const rows = page.querySelectorAll('[part="certificates"] code');
    expect(rows).to.have.length(2 * contents.certificates.length);
  });

  it('is a page without scripts, external resources and controls', async () => {
    const attack = '<img src=x onerror="window.attacked = true"><script>1</script>';
    const [ingredient] = contents.ingredients;
    const {text, page, words} = await reportOf(
      said({...valid, reason: attack, tags: {[attack]: attack}}),
      read(facts({ingredients: [{...ingredient!, title: attack, failures: [attack]}]})),
      fileNamed('</title><script>1</script>.jpg'),
    );
    expect(page.querySelectorAll('script, iframe, link, button, input, a')).to.have.length(0);
    expect(page.querySelectorAll('img, [onerror]')).to.have.length(0);
    expect(words).to.contain('<img src=x onerror=');
    expect(text).to.not.contain('lit$');
    expect(text).to.not.contain('<!--');
    const policy = page.querySelector('meta[http-equiv]')?.getAttribute('content');
    expect(policy).to.contain("default-src 'none'");
  });

  it('embeds the picture of the file', async () => {
    const {page} = await reportOf(said(valid), read(), await picture('navy', [8, 8]));
    expect(page.querySelector('img')?.src).to.match(/^data:image\/jpeg;base64,/);
  });

  it('shows under the picture of a broken seal that nothing confirms it', async () => {
    for (const [answer, expected] of [
      [valid, false],
      [invalid, true],
    ] as const) {
      const {page} = await reportOf(said(answer), read(), await picture('navy', [8, 8]));
      const caption = textOf(page.querySelector('figcaption'));
      expect(caption.includes('this may not be what was photographed')).to.equal(expected);
    }
  });

  it('adds no frame for a report that was aborted', async () => {
    const root = document.createElement('div');
    document.body.append(root);
    const work = new AbortController();
    const printed: Window[] = [];
    const done = printReport(parts(said(invalid)), root, work.signal, (frame) => {
      printed.push(frame);
    });
    work.abort();
    await done;
    expect(root.querySelectorAll('iframe')).to.have.length(0);
    expect(printed).to.eql([]);
    root.remove();
  });

  it('leaves out what could not be read from the file', async () => {
    const {page, words} = await reportOf(said(valid), {name: 'waiting'});
    expect(words).to.contain('Issued to Harbour Claims Ltd');
    expect(page.querySelector('[part="ingredients"], [part="certificates"]')).to.be.null;
  });

  it('marks the answer’s certificate fields as not confirmed if the seal is broken', async () => {
    for (const state of [{name: 'waiting'}, read({sha256: facts().sha256})] as const) {
      const {page} = await reportOf(said(untrusted), state);
      const claim = page.querySelector('.claims[part="certificate"]');
      expect(textOf(claim)).to.match(/^Certificate \(not confirmed\) Issued to Harbour Claims Ltd/);
    }
  });

  it('lists the first of very many edits and ingredients, and that there are more', async () => {
    const [leaf] = contents.ingredients;
    const ingredients = Array.from({length: 150}, () => ({...leaf!, ingredients: []}));
    const actions = Array.from({length: 250}, () => ({name: 'c2pa.edited'}));
    const {page} = await reportOf(said(valid), read(facts({ingredients, actions})));
    for (const [name, left] of [
      ['history', 150],
      ['ingredients', 50],
    ] as const) {
      const section = page.querySelector(`[part="${name}"]`);
      expect(section?.querySelectorAll('li')).to.have.length(100);
      expect(textOf(section)).to.match(new RegExp(`And ${left} more\\.$`));
    }
  });

  it('is printed in a frame with the same content, which is removed with its page', async () => {
    const root = document.createElement('div');
    document.body.append(root);
    const printed: Window[] = [];
    const {signal} = new AbortController();
    await printReport(parts(said(invalid)), root, signal, (frame) => void printed.push(frame));
    const words = textOf(printed[0]?.document.body);
    expect(words).to.equal((await reportOf(said(invalid))).words);
    root.remove();
  });
});
