import {expect, fixture, html, waitUntil} from '@open-wc/testing';
import {LitElement} from 'lit';
import {Format} from '../../../src/elements/metadata/format.js';
import type {View} from '../../../src/elements/metadata/view.js';
import {savedName} from '../../../src/elements/seal-inspector/intake/file-name.js';
import type {DoneInspection} from '../../../src/elements/seal-inspector/inspection.js';
import {TakeAway, type TakenAlong} from '../../../src/elements/seal-inspector/report/take-away.js';
import {copying} from '../../../src/lang/compiled/en/copying.js';
import {findings} from '../../../src/lang/compiled/en/findings.js';
import {fileFacts} from '../../../src/lang/compiled/en/file-facts.js';
import {metadata} from '../../../src/lang/compiled/en/metadata.js';
import {microphone} from '../../../src/lang/compiled/en/microphone.js';
import {result} from '../../../src/lang/compiled/en/result.js';
import {sealInspector} from '../../../src/lang/compiled/en/seal-inspector.js';
import {verdict} from '../../../src/lang/compiled/en/verdict.js';
import {Localize} from '../../../src/elements/strings/localize.js';
import {ofVerifier} from '../../../src/elements/strings/of-verifier.js';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import type {InspectionResult} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import {invalid, valid} from './answers.js';
import {fileNamed} from './fixture.js';
import {drawn, textOf} from '../kit.js';

/** The parts of the host that these tests need. */
class Holder extends LitElement {
  readonly localize = new Localize(this, {
    ...fileFacts,
    ...findings,
    ...metadata,
    ...microphone,
    ...result,
    ...sealInspector,
    ...verdict,
    ...copying,
    ...ofVerifier,
  });
  readonly saved: {name: string; file: Blob}[] = [];
  readonly copied: string[] = [];
  readonly printed: Window[] = [];
  refusesToCopy = false;
  refusesToPrint = false;
  along!: TakenAlong;
  readonly takeAway = new TakeAway(
    this,
    (file, name) => void this.saved.push({name, file}),
    (text) => {
      this.copied.push(text);
      return this.refusesToCopy ? Promise.reject(new Error('no')) : Promise.resolve();
    },
    (frame) => {
      this.printed.push(frame);
      if (this.refusesToPrint) throw new Error('no');
    },
  );

  get view(): View {
    const {localize} = this;
    const unavailable = (reason: string) => localize.term('unavailable', reason);
    return {
      ...{localize, format: new Format('en-GB'), unavailable},
      term: (key) => localize.term(key),
      unit: String,
    };
  }

  protected override render() {
    const {actions, json} = this.takeAway.render(this.along);
    return html`${actions} ${json}`;
  }

  press(words: string) {
    const buttons = [...this.renderRoot.querySelectorAll('button')];
    buttons.find((button) => textOf(button) === words)?.click();
  }
}
customElements.define('take-away-holder', Holder);

const facts = {sha256: 'ab'.repeat(32)};

const done = (result: InspectionResult, more: Partial<DoneInspection['progress']> = {}) => ({
  id: 1,
  file: fileNamed('gate.jpg'),
  progress: {
    name: 'done' as const,
    opinions: {result, service: result},
    facts: {name: 'read' as const, facts},
    at: Date.parse('2026-11-21T10:00:00Z'),
    ...more,
  },
});

async function holding(inspection: DoneInspection, more: Partial<TakenAlong> = {}) {
  const packed: {name: string; text: string}[][] = [];
  const holder = document.createElement('take-away-holder') as Holder;
  holder.lang = 'en';
  holder.along = {
    inspection,
    host: 'seal.example',
    reader: {
      facts: () => Promise.resolve(facts),
      evidence: (_file, texts) => {
        packed.push([...texts]);
        return Promise.resolve(new Blob(['zip']));
      },
    },
    view: holder.view,
    ...more,
  };
  await fixture(html`${holder}`);
  return {holder, packed};
}

const says = (holder: Holder) => textOf(holder.renderRoot.querySelector('p'));

describe('what can be saved', () => {
  it('includes the answer as JSON, which is saved under the name of the file or copied', async () => {
    const {holder} = await holding(done(valid));
    holder.press('Download JSON');
    await waitUntil(() => holder.saved.length > 0);
    expect(holder.saved[0]?.name).to.equal('gate.jpg.inspection.json');
    expect(holder.saved[0]?.file.type).to.equal('application/json');
    expect(JSON.parse((await holder.saved[0]?.file.text()) ?? '')).to.eql(valid);
    holder.press('Copy JSON');
    await waitUntil(() => says(holder) === 'Copied.');
    expect(JSON.parse(holder.copied[0] ?? '')).to.eql(valid);
  });

  it('includes valid JSON even if the answer is nested too deeply for the browser to serialize', async () => {
    let deep: object = {};
    for (let level = 0; level < 20_000; level++) deep = {a: deep};
    const {holder} = await holding(done({...valid, gps: deep}));
    holder.press('Download JSON');
    await waitUntil(() => holder.saved.length > 0);
    const {gps, ...others} = JSON.parse((await holder.saved[0]?.file.text()) ?? '') as typeof valid;
    expect(JSON.stringify(gps)).to.match(/^(\{"a":){199}"…"\}{199}$/);
    expect({...others, gps: valid.gps}).to.eql(valid);
  });

  it('shows a message if the browser forbids copying', async () => {
    const {holder} = await holding(done(valid));
    holder.refusesToCopy = true;
    holder.press('Copy JSON');
    await waitUntil(() => says(holder).startsWith('Your browser does not allow it.'));
  });

  it('is announced for its own file only', async () => {
    const {holder} = await holding(done(valid));
    holder.press('Copy JSON');
    await waitUntil(() => says(holder) === 'Copied.');
    holder.along = {...holder.along, inspection: {...done(valid), id: 2}};
    await drawn(holder, holder.requestUpdate());
    expect(says(holder)).to.equal('');
  });

  it('includes the evidence: the answer, the report, and the trust anchors of the browser', async () => {
    const opinions = {result: valid, local: valid, trustAnchors: 'PEM'};
    const {holder, packed} = await holding(done(valid, {opinions}));
    holder.press('Download evidence');
    await waitUntil(() => holder.saved.length > 0, 'it is saved', {timeout: 8000});
    expect(holder.saved[0]?.name).to.equal('gate.jpg.evidence.zip');
    const [texts = []] = packed;
    expect(texts.map(({name}) => name)).to.eql([
      'result.json',
      'report.html',
      'seal/trust-anchors.pem',
    ]);
    expect(texts[2]?.text).to.equal('PEM');
    await waitUntil(() => says(holder) === 'The download of the evidence has begun.');
  });

  it('includes both answers if two sources were asked, and no unused anchors', async () => {
    const opinions = {result: invalid, service: valid, local: invalid};
    const {holder, packed} = await holding(done(invalid, {opinions}));
    holder.press('Download evidence');
    await waitUntil(() => holder.saved.length > 0);
    const texts = new Map(packed[0]?.map(({name, text}) => [name, text]));
    expect([...texts.keys()]).to.eql([
      'result.json',
      'report.html',
      'service-result.json',
      'local-result.json',
    ]);
    expect(JSON.parse(texts.get('result.json') ?? '')).to.eql(invalid);
    expect(JSON.parse(texts.get('service-result.json') ?? '')).to.eql(valid);
  });

  it('shows a message if the evidence cannot be built', async () => {
    const failing = () => Promise.reject(new SealedCaptureError('media_unsupported', 'gone'));
    const {holder} = await holding(done(valid), {reader: {facts: failing, evidence: failing}});
    holder.press('Download evidence');
    await waitUntil(() => says(holder).startsWith('The evidence could not be put together.'));
    expect(holder.saved).to.eql([]);
  });

  it('reports that the browser starts no worker, instead of a missing file', async () => {
    const failing = () => Promise.reject(new SealedCaptureError('worker_unavailable', 'blocked'));
    const {holder} = await holding(done(valid), {reader: {facts: failing, evidence: failing}});
    holder.press('Download evidence');
    await waitUntil(
      () =>
        says(holder) === 'This browser could not start the script that puts the evidence together.',
    );
    expect(holder.saved).to.eql([]);
  });

  it('aborts the evidence when the host is removed', async () => {
    let given: AbortSignal | undefined;
    let finish: (zip: Blob) => void = () => undefined;
    const {holder} = await holding(done(valid), {
      reader: {
        facts: () => Promise.resolve(facts),
        evidence: (_file, _texts, signal) => {
          given = signal;
          return new Promise((resolve) => (finish = resolve));
        },
      },
    });
    holder.press('Download evidence');
    await waitUntil(() => given !== undefined);
    holder.remove();
    expect(given?.aborted).to.be.true;
    finish(new Blob(['late']));
    await new Promise((resolve) => setTimeout(resolve));
    expect(holder.saved).to.eql([]);
  });
});

describe('the report', () => {
  const reportOf = async (inspection: DoneInspection, more: Partial<TakenAlong> = {}) => {
    const packed: {name: string; text: string}[][] = [];
    const reader = {
      facts: (file: Blob, signal: AbortSignal) =>
        more.reader?.facts(file, signal) ?? Promise.resolve(facts),
      evidence: (_file: Blob, texts: readonly {name: string; text: string}[]) => {
        packed.push([...texts]);
        return Promise.resolve(new Blob(['zip']));
      },
    };
    const {holder} = await holding(inspection, {...more, reader});
    holder.press('Download evidence');
    await waitUntil(() => packed.length > 0, 'it is packed', {timeout: 8000});
    const text = packed[0]?.find(({name}) => name === 'report.html')?.text ?? '';
    return {text, page: new DOMParser().parseFromString(text, 'text/html')};
  };

  it('waits for facts that are still being read, and leaves out those that cannot be read', async () => {
    const reading = done(valid, {facts: {name: 'reading'}});
    expect(textOf((await reportOf(reading)).page.body)).to.contain('abababab');
    const failing = () => Promise.reject(new SealedCaptureError('worker_unavailable', 'none'));
    const evidence = () => Promise.resolve(new Blob());
    const {page} = await reportOf(reading, {reader: {facts: failing, evidence}});
    expect(textOf(page.body)).to.contain('Fingerprint (SHA-256) It could not be read.');
    expect(textOf(page.body)).to.not.contain('Reading the file.');
  });

  it('is printed from its own frame, which is removed after printing', async () => {
    const {holder} = await holding(done(invalid));
    holder.press('Print report');
    await waitUntil(() => holder.printed.length === 1, 'it is printed', {timeout: 8000});
    const [frame] = holder.printed as [Window & typeof globalThis];
    expect(textOf(frame.document.body)).to.contain('Seal broken.');
    expect(frame.document.adoptedStyleSheets).to.have.length(1);
    expect(frame.document.querySelectorAll('button')).to.have.length(0);
    expect(frame.location.href).to.equal('about:blank');
    expect(holder.renderRoot.querySelectorAll('iframe')).to.have.length(1);
    frame.dispatchEvent(new frame.Event('afterprint'));
    expect(holder.renderRoot.querySelectorAll('iframe')).to.have.length(0);
  });
});

describe('the frame of a report', () => {
  const frames = (holder: Holder) => holder.renderRoot.querySelectorAll('iframe').length;
  const printing = async (more: Partial<Pick<Holder, 'refusesToPrint'>> = {}) => {
    const {holder} = await holding(done(invalid));
    Object.assign(holder, more);
    holder.press('Print report');
    await waitUntil(() => holder.printed.length === 1, 'it is printed', {timeout: 8000});
    return holder;
  };

  it('is removed with the next report if the browser never reports the end of printing', async () => {
    const holder = await printing();
    expect(frames(holder)).to.equal(1);
    holder.press('Print report');
    await waitUntil(() => holder.printed.length === 2, 'it is printed again', {timeout: 8000});
    expect(frames(holder)).to.equal(1);
  });

  it('is removed with its host', async () => {
    const holder = await printing();
    holder.remove();
    expect(frames(holder)).to.equal(0);
  });

  it('is removed if printing is not possible, with a message', async () => {
    const holder = await printing({refusesToPrint: true});
    await waitUntil(() => says(holder).startsWith('The report could not be printed.'));
    expect(frames(holder)).to.equal(0);
  });
});

describe('the name of a saved file', () => {
  const named = (name: string) => savedName(fileNamed(name), '.inspection.json');

  it('is not a path, has no invisible characters, and is never empty', () => {
    expect(named('gate.jpg')).to.equal('gate.jpg.inspection.json');
    expect(named('../../etc/passwd')).to.equal('_.._etc_passwd.inspection.json');
    expect(named('a\u202egpj.exe')).to.equal('a_gpj.exe.inspection.json');
    expect(named('con:"<>|?*.jpg')).to.equal('con_.jpg.inspection.json');
    expect(named(' ... ')).to.equal('file.inspection.json');
    expect(savedName(new Blob(), '.zip')).to.equal('file.zip');
    expect(named('é'.repeat(200)).length).to.be.below(120);
  });
});
