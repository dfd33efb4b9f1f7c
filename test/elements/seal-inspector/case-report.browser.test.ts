import {expect} from '@open-wc/testing';
import {VERSION} from '@sealed-capture/seal/model/version.js';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {textOf, waitUntil} from '../kit.js';
import {invalid, none, ofSandbox, untrusted, valid} from './answers.js';
import {cancelled, checked, failed, hash, OpenCase} from './case-fixture.js';

const all = (page: ParentNode, selector: string) => [...page.querySelectorAll(selector)];

/** A picture that can be drawn. */
async function picture(): Promise<File> {
  const canvas = new OffscreenCanvas(4, 4);
  canvas.getContext('2d')?.fillRect(0, 0, 4, 4);
  return new File([await canvas.convertToBlob({type: 'image/jpeg'})], 'gate.jpg', {
    type: 'image/jpeg',
  });
}

/** The summary's lines: what stands in each cell. */
const summaryOf = (page: Document): string[][] =>
  all(page, 'tbody').map((body) => all(body, 'tr:first-child td').map(textOf));

describe('the printed report of a case', () => {
  it('says what was checked, by whom, when and with what', async () => {
    const trustAnchors = `${'-----BEGIN CERTIFICATE-----\nAA==\n-----END CERTIFICATE-----\n'.repeat(2)}`;
    const local = checked('gate.jpg', valid, {local: valid, trustAnchors});
    const open = await OpenCase.with([local, checked('yard.jpg', valid)]);
    await open.write('[name=caseNumber]', '2026-1187');
    await open.write('[name=checkedBy]', 'Ada Lindqvist');
    await open.write('[name=role]', 'Clerk');
    await open.write('textarea', 'Hail.\nNorth gate.');
    const page = await open.print();
    expect(page.title).to.equal('Case report: 2026-1187');
    const facts = all(page, 'dl')[0];
    const text = textOf(facts);
    expect(text).to.contain('Case number 2026-1187');
    expect(text).to.contain('Ada Lindqvist · Clerk');
    expect(text).to.match(/Report made on November 28, 2026 at .+ (UTC|GMT|[A-Z]{3,5})/);
    expect(text).to.contain('seal.example, This browser');
    expect(text).to.match(/2 certificates, SHA-256 ([0-9a-f]{8} ?){8}/);
    expect(text).to.contain('those of seal.example');
    expect(facts?.querySelector('.note')?.textContent).to.equal('Hail.\nNorth gate.');
  });

  it('has a line for each selected file, in the order of the person, with the hash in groups', async () => {
    const open = await OpenCase.with([
      checked('broken.jpg', invalid),
      checked('left-out.jpg', valid),
      checked('gate.jpg', valid),
    ]);
    await open.tick('left-out.jpg');
    await open.press('Move gate.jpg up');
    await open.press('Move gate.jpg up');
    const page = await open.print();
    const lines = summaryOf(page);
    expect(lines.map(([number, , name, verdict]) => [number, name, verdict])).to.eql([
      ['1', 'gate.jpg', 'Intact'],
      ['2', 'broken.jpg', 'Broken'],
    ]);
    expect(lines[0]?.slice(5)).to.eql(['Harbour Claims Ltd', lines[0]?.[6]]);
    expect(lines[0]?.[6]).to.contain('November 20, 2026');
    expect(all(page, 'tbody svg')).to.have.length(2);
    expect(all(page, 'tr.hash code').map(textOf)).to.eql(
      ['2', '0'].map((digit) => Array(8).fill(digit.repeat(8)).join(' ')),
    );
    expect(textOf(page.body)).to.not.contain('left-out.jpg');
    expect(all(page, 'section.file h2').map(textOf)).to.eql(['1. gate.jpg', '2. broken.jpg']);
  });

  it('names only the signer of an intact seal as its signer', async () => {
    const files = [checked('broken.jpg', invalid), checked('stranger.jpg', untrusted)];
    const page = await (await OpenCase.with([...files, checked('try.jpg', ofSandbox)])).print();
    for (const [, , , , , signer] of summaryOf(page)) {
      expect(signer).to.match(/^Claims to be signed by \S/);
    }
  });

  it('says in summary and part that the seal of a sandbox is no evidence', async () => {
    const page = await (await OpenCase.with([checked('try.jpg', ofSandbox)])).print();
    expect(summaryOf(page)[0]?.[4]).to.contain('Sandbox seal: for trying, not evidence');
    const part = page.querySelector('section.file');
    expect(textOf(part?.querySelector('.of-sandbox'))).to.equal(
      'Sandbox seal: for trying, not evidence',
    );
    expect(textOf(part).match(/Sandbox seal: for trying/g)).to.have.length(1);
  });

  it('has a part for each file: verdict, sentence, what to do, note, place, time, device and failures', async () => {
    const open = await OpenCase.with([checked('broken.jpg', invalid), checked('plain.jpg', none)]);
    await open.note('broken.jpg', 'The sender cropped it.');
    const page = await open.print();
    const [broken, plain] = all(page, 'section.file').map(textOf);
    expect(broken).to.contain('Seal broken.').and.to.contain('What you can do');
    expect(broken).to.contain('The sender cropped it.').and.to.contain('Latitude');
    expect(broken).to.contain('Pixel').and.to.contain('Where (not confirmed)');
    expect(broken).to.match(/Failed .*assertion\.dataHash\.mismatch/);
    expect(plain).to.contain('Nothing was said about it.').and.to.not.contain('Latitude');
  });

  it('says of each file whether it was taken at the expected place', async () => {
    const outside = {outcome: 'outside', distance: 431.7, accuracy: 12} as const;
    const open = await OpenCase.with([
      checked('gate.jpg', {...valid, placeComparison: outside}),
      checked('yard.jpg', {...valid, placeComparison: {outcome: 'unknown', why: 'absent'}}),
    ]);
    const page = await open.print();
    const [gate, yard] = all(page, 'section.file').map(textOf);
    expect(gate).to.contain('Expected place Outside Distance from the expected place 432 ± 12 m');
    expect(yard).to.contain('Expected place Unknown: no location with an accuracy');
    expect(gate?.includes('fake')).to.be.false;
  });

  it('is laid out for any paper: no size, nothing cut, no break in a part or after a heading', async () => {
    const long = `${'x'.repeat(120)}.jpg`;
    const open = await OpenCase.with([checked(long, invalid), checked('gate.jpg', valid)]);
    const page = await open.print();
    const [sheet] = page.adoptedStyleSheets;
    const rules = [...(sheet?.cssRules ?? [])].map(({cssText}) => cssText);
    const paper = rules.filter((rule) => rule.startsWith('@page'));
    expect(paper).to.have.length(1);
    expect(paper[0]).to.contain('margin').and.to.not.contain('size');
    const {defaultView: view} = page;
    const styleOf = (selector: string) => view!.getComputedStyle(page.querySelector(selector)!);
    const frame = view!.frameElement as HTMLIFrameElement;
    // A4 and Letter without their margins.
    for (const width of ['182mm', '187.9mm']) {
      frame.style.cssText = `position: fixed; inset: 0 auto auto 0; width: ${width}; height: 200mm`;
      const inside = page.documentElement.clientWidth;
      expect(page.documentElement.scrollWidth).to.equal(inside);
      for (const element of all(page, 'td, dd, code, h2, p')) {
        expect(element.getBoundingClientRect().right).to.be.at.most(inside + 1);
      }
    }
    expect(styleOf('section.file').breakInside).to.equal('avoid');
    expect(styleOf('tbody').breakInside).to.equal('avoid');
    expect(styleOf('thead').display).to.equal('table-header-group');
    for (const heading of ['h1', 'h2', 'h3']) {
      expect(styleOf(heading).breakAfter).to.equal('avoid');
    }
    expect(styleOf('section.record').breakBefore).to.equal('page');
    expect(styleOf('body').color).to.equal('rgb(0, 0, 0)');
    expect(styleOf('body').backgroundImage).to.equal('none');
  });

  it('has what was noticed across the files, if something was', async () => {
    const files = [checked('gate.jpg', valid)];
    const open = await OpenCase.with(files);
    expect(textOf((await open.print()).body)).to.not.contain('Across the files');
    await open.open(files, {remarks: () => ['gate.jpg is similar to <b>yard.jpg</b>.']});
    const page = await open.print();
    expect(all(page, '.remarks li').map(textOf)).to.eql([
      'gate.jpg is similar to <b>yard.jpg</b>.',
    ]);
  });

  it('has only what was noticed across the selected files', async () => {
    const files = [checked('gate.jpg', valid), checked('secret.jpg', valid)];
    const open = await OpenCase.with(files);
    await open.open(files, {
      remarks: (some) => some.map(({file}) => `${(file as File).name} is alike.`),
    });
    await open.tick('secret.jpg');
    const page = await open.print();
    expect(all(page, '.remarks li').map(textOf)).to.eql(['gate.jpg is alike.']);
    expect(textOf(page.body)).to.not.contain('secret.jpg');
  });

  it('lists the files that could not be checked, and why', async () => {
    const open = await OpenCase.with([
      checked('gate.jpg', valid),
      failed('late<b>.jpg'),
      cancelled('film.mp4'),
    ]);
    const page = await open.print();
    expect(summaryOf(page)).to.have.length(1);
    expect(textOf(page.body)).to.contain('Could not be checked');
    const [late, film] = all(page, '.unchecked li').map(textOf);
    expect(late).to.match(/^late<b>\.jpg: \S.{10}/);
    expect(film).to.equal('film.mp4: Cancelled');
  });

  it('says that it is prepared, and frees its pictures once it is printed', async () => {
    const open = await OpenCase.with([checked('gate.jpg', valid)]);
    const file = await picture();
    open.element.case.notes.entries[0]!.inspection = {
      ...open.element.case.notes.entries[0]!.inspection,
      file,
    };
    open.element.hashes['gate.jpg'] = hash('0');
    await open.press('Print report');
    expect(open.status).to.equal('Preparing the report.');
    await waitUntil(() => open.element.printed.length > 0, 'it is printed');
    await open.drawn();
    expect(open.status).to.equal('');
    const [frame] = open.element.printed;
    const canvas = frame?.document.querySelector('canvas');
    expect(canvas?.width).to.be.greaterThan(0);
    frame?.dispatchEvent(new Event('afterprint'));
    expect([canvas?.width, canvas?.height]).to.eql([0, 0]);
  });

  it('has of a trust list what is packed of it, and the interim list apart', async () => {
    const pem = (text: string) =>
      `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----\n`;
    const trust = {
      signers: pem('AA=='),
      timeStamps: pem('AQ=='),
      official: {signers: pem('Ag=='), timeStamps: ''},
      interim: {closed: '2026-01-01', anchors: pem('Aw=='), allowed: []},
    };
    const trustAnchors = JSON.stringify(trust);
    const open = await OpenCase.with([
      checked('gate.jpg', valid, {service: undefined, local: valid, trustAnchors}),
    ]);
    const lists = all((await open.print()).querySelector('dl')!, 'dd > ul li').map(textOf);
    await open.press('Download evidence');
    await waitUntil(() => open.element.packed.length > 0, 'it is packed');
    const packed = open.element.packed[0]?.texts.find(({name}) => name.endsWith('.pem'));
    const grouped = async (text = '') => {
      const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
      const digits = Array.from(new Uint8Array(digest), (byte) =>
        byte.toString(16).padStart(2, '0'),
      );
      return digits.join('').replace(/.{8}(?=.)/g, '$& ');
    };
    expect(lists).to.eql([
      `3 certificates, SHA-256 ${await grouped(packed?.text)}`,
      `Interim list, by which nobody is trusted: 1 certificate, SHA-256 ${await grouped(pem('Aw=='))}`,
    ]);
  });

  it('ends with a page to sign, unless a person leaves it out', async () => {
    const open = await OpenCase.with([checked('gate.jpg', valid)]);
    await open.write('[name=checkedBy]', 'Ada');
    const record = (await open.print()).querySelector('section.record');
    const text = textOf(record);
    expect(text).to.contain('Record of how these files were checked');
    expect(text).to.contain(Array(8).fill('00000000').join(' '));
    expect(text)
      .to.contain('Name Ada')
      .and.to.match(
        /A lawyer can say whether this helps with a certification under rules 902\(13\) and \(14\) of the US Federal Rules of Evidence\.$/,
      );
    // Function, place, date and signature.
    expect(all(record!, '.line')).to.have.length(4);
    open.find<HTMLInputElement>('.column > .switch input').click();
    expect((await open.print()).querySelector('section.record')).to.equal(null);
  });

  it('names on the page to sign only the checks that were made, and for how many files', async () => {
    const unlooked = {
      ...valid,
      checks: [{code: 'signingCredential.ocsp.inaccessible', passed: true, explanation: 'No.'}],
    };
    const files = [
      checked('gate.jpg', valid),
      checked('plain.jpg', none),
      checked('unlooked.jpg', unlooked),
      checked('here.jpg', none, {service: undefined, local: none}),
    ];
    const record = (await (await OpenCase.with(files)).print()).querySelector('section.record');
    const lines = all(all(record!, 'dd > ul')[0]!, 'li').map(textOf);
    expect(lines.map((line) => /^[^:]+/.exec(line)?.[0])).to.eql([
      'Hash',
      'Signature',
      'Certificate chain',
      'Time stamp',
    ]);
    for (const line of lines) expect(line).to.match(/ 1 of 4 files\.$/);
    const text = textOf(record);
    expect(text).to.contain('seal that they carry (C2PA): 1 of 4.');
    expect(text).to.contain(`seal.example, sealed-capture ${VERSION} (This browser)`);
  });

  it('has on the page to sign the version of this software only for what this browser has checked', async () => {
    const open = await OpenCase.with([checked('gate.jpg', valid)]);
    const text = textOf((await open.print()).querySelector('section.record'));
    expect(text).to.contain('Software and version seal.example').and.to.not.contain(VERSION);
  });

  it('has on the page to sign nothing but fingerprints of files without a seal', async () => {
    const open = await OpenCase.with([checked('plain.jpg', none)]);
    const text = textOf((await open.print()).querySelector('section.record'));
    expect(text).to.contain('by their fingerprints. No seal was checked.');
    expect(text).to.contain(Array(8).fill('00000000').join(' '));
    expect(text).to.not.match(/By which method|Software|Trust lists/);
  });

  it('is in the language of the page', async () => {
    const german = await OpenCase.with([checked('tor.jpg', invalid)], 'de');
    await waitUntil(() => german.text('h2') === 'Fallbericht');
    const page = await german.print('Bericht drucken');
    expect([page.documentElement.lang, page.documentElement.dir]).to.eql(['de', 'ltr']);
    expect(textOf(page.querySelector('section.record'))).to.contain('Unterschrift');
    const arabic = await OpenCase.with([checked('gate.jpg', valid)], 'ar');
    await waitUntil(() => arabic.text('h2') === 'تقرير القضية');
    const right = await arabic.print('طباعة التقرير');
    expect(right.documentElement.dir).to.equal('rtl');
    const code = right.querySelector('code');
    expect(right.defaultView?.getComputedStyle(code!).direction).to.equal('ltr');
  });

  it('needs a file', async () => {
    const open = await OpenCase.with([checked('gate.jpg', valid)]);
    await open.tick('gate.jpg');
    await open.press('Print report');
    await waitUntil(() => open.status === 'Select at least one file.');
    expect(open.element.printed).to.have.length(0);
  });
});

describe('the evidence of a case', () => {
  it('has a folder for each selected file, and report, table and case above', async () => {
    const names = ['gate.jpg', 'left.jpg', '../../<b>yard</b>.jpg', 'gate.jpg'];
    const open = await OpenCase.with(names.map((name) => checked(name, valid)));
    await open.tick('left.jpg');
    await open.write('[name=caseNumber]', 'A/7');
    await open.press('Download evidence');
    await waitUntil(() => open.element.saved.length > 0, 'it is saved');
    expect(open.status).to.equal('The download of the evidence has begun.');
    expect(open.element.saved[0]?.name).to.equal('A_7.evidence.zip');
    const {packed, cover} = open.element;
    expect(packed.map(({folder, name}) => [folder, name])).to.eql([
      ['1-folder', 'gate.jpg'],
      ['2-folder', '../../<b>yard</b>.jpg'],
      ['3-folder', 'gate.jpg'],
    ]);
    expect(packed[0]?.texts.map(({name}) => name)).to.eql(['result.json', 'report.html']);
    const texts = new Map(cover?.texts.map(({name, text}) => [name, text]));
    expect([...texts.keys()]).to.eql(['report.html', 'case.json', 'files.csv']);
    expect(cover?.folders.map(({folder}) => folder)).to.eql(packed.map(({folder}) => folder));
    const page = new DOMParser().parseFromString(texts.get('report.html') ?? '', 'text/html');
    expect(all(page, 'section.file')).to.have.length(3);
    expect(all(page, 'meta[http-equiv]')).to.have.length(1);
    const packedCase = JSON.parse(texts.get('case.json') ?? '') as {files: {name: string}[]};
    expect(packedCase).to.include({caseNumber: 'A/7'});
    expect(packedCase.files.map(({name}) => name)).to.eql([
      'gate.jpg',
      '../../<b>yard</b>.jpg',
      'gate.jpg',
    ]);
    expect(texts.get('files.csv')).to.match(/^\ufeff"File",/);
    expect(texts.get('files.csv')?.trim().split('\r\n')).to.have.length(4);
  });

  it('says which file it is at, and can be cancelled', async () => {
    const open = await OpenCase.with([checked('gate.jpg', valid), checked('yard.jpg', valid)]);
    let given: AbortSignal | undefined;
    open.element.onPack = (file, signal) => {
      if ((file as File).name === 'gate.jpg') return Promise.resolve();
      given = signal;
      return new Promise(() => {});
    };
    await open.press('Download evidence');
    await waitUntil(() => open.status === 'Packing 2 of 2.');
    await waitUntil(() => given);
    await open.press('Cancel');
    expect(given?.aborted).to.be.true;
    expect(open.status).to.equal('');
    expect(open.element.saved).to.eql([]);
    open.element.onPack = () => Promise.resolve();
    await open.press('Download evidence');
    await waitUntil(() => open.element.saved.length === 1, 'it can be begun again');
  });

  it('names the file that cannot be packed', async () => {
    const open = await OpenCase.with([checked('gate.jpg', valid), checked('yard.jpg', valid)]);
    open.element.onPack = (file) =>
      (file as File).name === 'yard.jpg'
        ? Promise.reject(new SealedCaptureError('media_unsupported', 'gone'))
        : Promise.resolve();
    await open.press('Download evidence');
    await waitUntil(() =>
      open.status.startsWith('yard.jpg could not be packed. Check that it is still there'),
    );
    open.element.onPack = () => Promise.reject(new SealedCaptureError('too_large', 'too large'));
    await open.press('Download evidence');
    await waitUntil(() => open.status === 'gate.jpg is too large to be packed. Leave it out.');
    open.element.onPack = () =>
      Promise.reject(new SealedCaptureError('worker_unavailable', 'blocked'));
    await open.press('Download evidence');
    await waitUntil(() => open.status.startsWith('This browser could not start the script'));
    expect(open.element.saved).to.eql([]);
  });

  it('of files that are too large together is refused before any is packed', async () => {
    const large = checked('film.mp4', valid);
    Object.defineProperty(large.file, 'size', {value: 1_000_000_001});
    const open = await OpenCase.with([large]);
    await open.press('Download evidence');
    await waitUntil(() => open.status !== 'Packing 1 of 1.');
    expect(open.status).to.equal(
      'The selected files are larger than 1000 MB together. Select fewer.',
    );
    expect(open.element.packed).to.eql([]);
  });

  it('of a file that cannot be read any more says so in the report', async () => {
    const open = await OpenCase.with([checked('gate.jpg', valid)]);
    open.element.hashes = {};
    const page = await open.print();
    expect(textOf(page.querySelector('tr.hash'))).to.contain('It could not be read.');
    expect(hash('0')).to.have.length(64);
  });
});
