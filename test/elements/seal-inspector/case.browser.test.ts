import {expect} from '@open-wc/testing';
import {all, focusedIn, textOf, waitUntil} from '../kit.js';
import {invalid, none, valid} from './answers.js';
import {cancelled, checked, failed, hash, OpenCase, viewIn} from './case-fixture.js';
import {CaseButton} from '../../../src/elements/seal-inspector/case/case-button.js';
import type {CaseHost} from '../../../src/elements/seal-inspector/case/case-file.js';
import type {View} from '../../../src/elements/metadata/view.js';
import {FakeClient, fileNamed, inspectorWith} from './fixture.js';

const three = () => [
  checked('broken.jpg', invalid),
  checked('plain.jpg', none),
  checked('gate.jpg', valid),
];

describe('the report of a case', () => {
  it('is a dialog over the whole window with the files in the order of the list, all selected', async () => {
    const open = await OpenCase.with(three());
    const {dialog} = open;
    expect(dialog.open).to.be.true;
    expect(dialog.getBoundingClientRect().width).to.equal(innerWidth);
    expect(open.names).to.eql(['broken.jpg', 'plain.jpg', 'gate.jpg']);
    const boxes = [...dialog.querySelectorAll<HTMLInputElement>('li [type=checkbox]')];
    expect(boxes.map(({checked: isOn}) => isOn)).to.eql([true, true, true]);
    expect(textOf(open.row('broken.jpg').querySelector('.verdict'))).to.match(/^Broken The media/);
    expect(open.row('broken.jpg').querySelector('.verdict svg')).to.exist;
    expect(dialog.querySelector('.column')?.getBoundingClientRect().width).to.be.at.most(720);
  });

  it('keeps everything that was written when it is closed, moved and opened again', async () => {
    const files = three();
    const open = await OpenCase.with(files);
    await open.write('[name=caseNumber]', '2026-1187');
    await open.write('[name=checkedBy]', 'Ada');
    await open.note('gate.jpg', 'From the roof.');
    await open.tick('plain.jpg');
    await open.press('Close');
    expect(open.dialog.open).to.be.false;
    await waitUntil(() => open.dialog.childElementCount === 0, 'nothing is rendered');
    const elsewhere = document.createElement('div');
    open.element.after(elsewhere);
    elsewhere.append(open.element);
    await open.drawn();
    await open.open([...files, checked('late.jpg', valid)]);
    expect(open.dialog.open).to.be.true;
    expect(open.names).to.eql(['broken.jpg', 'plain.jpg', 'gate.jpg', 'late.jpg']);
    expect(open.find<HTMLInputElement>('[name=caseNumber]').value).to.equal('2026-1187');
    expect(open.find<HTMLInputElement>('[name=checkedBy]').value).to.equal('Ada');
    expect(open.noteOf('gate.jpg')).to.equal('From the roof.');
    expect(open.row('plain.jpg').querySelector('input')?.checked).to.be.false;
  });

  it('gives a file that was removed its note back, by its content', async () => {
    const [broken, plain, gate] = three() as [never, never, ReturnType<typeof checked>];
    const open = await OpenCase.with([broken, plain, gate]);
    await open.note('gate.jpg', 'From the roof.');
    await open.open([broken, plain]);
    expect(open.text('.missing')).to.equal('Notes for 1 file that is not in the list.');
    open.element.hashes['renamed.jpg'] = hash('2');
    await open.open([broken, plain, checked('renamed.jpg', valid)]);
    expect(open.noteOf('renamed.jpg')).to.equal('From the roof.');
    expect(open.has('.missing')).to.be.false;
  });

  it('begins empty after all files were removed: no note of one case gets into the next', async () => {
    const open = await OpenCase.with(three());
    await open.write('[name=caseNumber]', '2026-1187');
    await open.note('gate.jpg', 'From the roof.');
    await open.press('Close');
    await waitUntil(() => open.dialog.childElementCount === 0, 'nothing is rendered');
    open.element.case.begin();
    await open.open([checked('gate.jpg', valid)]);
    expect(open.find<HTMLInputElement>('[name=caseNumber]').value).to.equal('');
    expect(open.noteOf('gate.jpg')).to.equal('');
  });

  it('lets a person move a file, keeps the focus on the button, and says where the file is', async () => {
    const files = three();
    const open = await OpenCase.with(files);
    const up = () =>
      open.row('gate.jpg').querySelector<HTMLButtonElement>('[aria-label="Move gate.jpg up"]')!;
    up().focus();
    up().click();
    await waitUntil(() => open.names[1] === 'gate.jpg');
    await open.drawn();
    expect(focusedIn(open.element)).to.equal(up());
    expect(open.text('[aria-live]')).to.equal('gate.jpg: 2 of 3');
    up().click();
    await waitUntil(() => open.names[0] === 'gate.jpg');
    expect(up().getAttribute('aria-disabled')).to.equal('true');
    up().click();
    expect(open.names).to.eql(['gate.jpg', 'broken.jpg', 'plain.jpg']);
    await open.open([...files, checked('late.jpg', valid)]);
    expect(open.names).to.eql(['gate.jpg', 'broken.jpg', 'plain.jpg', 'late.jpg']);
    const {width, height} = up().getBoundingClientRect();
    expect([width, height]).to.eql([44, 44]);
  });

  it('says how many files are not in it because they have no verdict', async () => {
    const open = await OpenCase.with(three());
    expect(open.has('.unchecked')).to.be.false;
    await open.open([...three(), failed('late.jpg'), cancelled('film.mp4')]);
    expect(open.names).to.have.length(3);
    expect(open.text('.unchecked')).to.equal(
      '2 files could not be checked. The report lists them; they are not in the evidence.',
    );
  });

  it('shows hostile names and notes as text', async () => {
    const name = '<img src=x onerror="document.title=1">\u202egpj.jpg';
    const open = await OpenCase.with([checked(name, valid)]);
    const text = '</textarea><script>document.title = 1</script>';
    await open.write('li textarea', text);
    expect(open.dialog.querySelectorAll('img, script')).to.have.length(0);
    expect(open.names[0]).to.contain('<img').and.to.not.contain('\u202e');
    const page = await open.print();
    expect(page.querySelectorAll('script, [onerror]')).to.have.length(0);
    expect(textOf(page.body)).to.contain('</textarea><script>');
    expect(textOf(page.body)).to.contain('<img src=x').and.to.not.contain('\u202e');
  });
});

describe('the button in the list', () => {
  it('opens the report, whose code is loaded then, for the files with a verdict', async () => {
    const client = new FakeClient((file) => {
      const {name} = file as File;
      const answer = name === 'gate.jpg' ? valid : invalid;
      return name === 'busy.jpg' ? new Promise(() => {}) : Promise.resolve(answer);
    });
    const element = await inspectorWith(client);
    const button = () =>
      all(element, '.files .button').find((one) => textOf(one) === 'Case report');
    void element.inspect(['gate.jpg', 'yard.jpg', 'busy.jpg'].map((name) => fileNamed(name)));
    await waitUntil(() => button(), 'a file has its verdict');
    await waitUntil(() => all(element, '[role=option].invalid').length === 1, 'both have');
    button()?.click();
    const dialog = () => viewIn(element)?.renderRoot.querySelector('dialog');
    await waitUntil(() => dialog()?.open, 'it is open');
    expect([...dialog()!.querySelectorAll('li .name')].map(textOf)).to.eql([
      'yard.jpg',
      'gate.jpg',
    ]);
    expect(viewIn(element)?.getAttribute('exportparts')).to.equal('case,case-file');
  });
});

describe('the code of the report', () => {
  const said = (button: CaseButton) =>
    button.renderSaid({term: (name: string) => name} as unknown as View);
  const host = {requestUpdate() {}} as unknown as CaseHost;
  const nothing = {remarks: () => [], sets: () => undefined};

  it('is loaded again by the next press if it did not load', async () => {
    let times = 0;
    const shown: unknown[] = [];
    const button = new CaseButton(host, () => {
      if (++times === 1) return Promise.reject(new TypeError('offline'));
      const CaseFile = class {
        show = (files: unknown) => Promise.resolve(shown.push(files));
      };
      return Promise.resolve({CaseFile: CaseFile as never});
    });
    await button.open([], nothing);
    expect(said(button)).to.have.property('values').that.eql(['caseReportMissing']);
    await button.open([], nothing);
    expect(shown).to.have.length(1);
    expect(said(button)).to.not.have.property('values');
  });

  it('is not said to be missing for another error, which is thrown on', async () => {
    const CaseFile = class {
      show = () => Promise.reject(new RangeError('another'));
    };
    const button = new CaseButton(host, () => Promise.resolve({CaseFile: CaseFile as never}));
    const thrown = await button.open([], nothing).catch((error: unknown) => error);
    expect(thrown).to.be.an.instanceOf(RangeError);
    expect(said(button)).to.not.have.property('values');
  });
});

describe('a saved case', () => {
  it('waits for the hashes, by which its notes find their files', async () => {
    const open = await OpenCase.with([]);
    const {reader} = open.element;
    let answer = () => {};
    reader.facts = () => new Promise((resolve) => (answer = () => resolve({sha256: hash('5')})));
    await open.element.case.show([checked('large.mp4', valid)]);
    await open.drawn();
    await open.press('Save the case');
    expect(open.element.saved).to.eql([]);
    answer();
    await waitUntil(() => open.element.saved.length === 1, 'it is saved');
    expect(await open.element.saved[0]?.file.text()).to.contain(hash('5'));
  });

  it('is a JSON file with everything, and opens with the notes at their files', async () => {
    const open = await OpenCase.with(three());
    await open.write('[name=caseNumber]', '2026/1187');
    await open.write('[name=role]', 'Clerk');
    await open.note('gate.jpg', 'From the roof.');
    await open.tick('broken.jpg');
    const text = await open.savedCase();
    expect(open.status).to.equal('The download of the case has begun.');
    expect(open.element.saved[0]?.name).to.equal('2026_1187.case.json');
    expect(JSON.parse(text)).to.eql({
      format: 'sealed-capture-case',
      version: 1,
      caseNumber: '2026/1187',
      checkedBy: {name: '', function: 'Clerk'},
      note: '',
      withRecord: true,
      files: [
        {order: 1, name: 'broken.jpg', sha256: hash('0'), note: '', selected: false},
        {order: 2, name: 'plain.jpg', sha256: hash('1'), note: '', selected: true},
        {order: 3, name: 'gate.jpg', sha256: hash('2'), note: 'From the roof.', selected: true},
      ],
    });
    const [broken, plain, gate] = three();
    const other = await OpenCase.with([broken!, plain!, gate!].toReversed());
    other.element.hashes = open.element.hashes;
    const again = await OpenCase.with([]);
    again.element.hashes = open.element.hashes;
    await again.open([gate!, broken!]);
    await again.choose(text);
    expect(again.status).to.equal('The case is open.');
    expect(again.names).to.eql(['broken.jpg', 'gate.jpg']);
    expect(again.noteOf('gate.jpg')).to.equal('From the roof.');
    expect(again.row('broken.jpg').querySelector('input')?.checked).to.be.false;
    expect(again.find<HTMLInputElement>('[name=role]').value).to.equal('Clerk');
  });

  it('keeps and counts the notes for files that are not in the list', async () => {
    const open = await OpenCase.with(three());
    await open.note('gate.jpg', 'From the roof.');
    await open.note('plain.jpg', 'Sent by mail.');
    const text = await open.savedCase();
    const other = await OpenCase.with([]);
    await other.choose(text);
    expect(other.text('.missing')).to.equal('Notes for 2 files that are not in the list.');
    const {files} = JSON.parse(await other.savedCase()) as {files: {note: string}[]};
    expect(files.map(({note}) => note)).to.eql(['', 'Sent by mail.', 'From the roof.']);
  });

  it('that cannot be read changes nothing, and says why', async () => {
    const open = await OpenCase.with(three());
    await open.note('gate.jpg', 'From the roof.');
    await open.write('[name=caseNumber]', '7');
    await open.choose('{"format": "another"}');
    expect(open.status).to.equal('This file is not a saved case. Nothing has changed.');
    await open.choose('{"format": "sealed-capture-case", "version": 9}');
    expect(open.status).to.equal('This case was saved by a newer version. Nothing has changed.');
    await open.choose('x'.repeat(16 * 1024 * 1024 + 1));
    expect(open.status).to.equal('This file is too large to be a case. Nothing has changed.');
    expect(open.noteOf('gate.jpg')).to.equal('From the roof.');
    expect(open.find<HTMLInputElement>('[name=caseNumber]').value).to.equal('7');
  });
});
