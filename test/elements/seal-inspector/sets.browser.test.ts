import {expect} from '@open-wc/testing';
import {sendKeys} from '@web/test-runner-commands';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import type {InspectionResult} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import type {SealInspector, SetsJudgedEvent} from '../../../src/elements/seal-inspector.js';
import {registerStrings} from '../../../src/elements/strings/localize.js';
import * as made from '../../../seal/test/sets/inspected-set.js';
import {change, drawn, textOf, waitUntil} from '../kit.js';
import {ofSandbox} from './answers.js';
import {fileNamed} from './fixture.js';
import {
  bands,
  closedJob,
  closing,
  fromOtherJob,
  given,
  inspectorOf,
  judged,
  OTHER_SET,
  part,
  photo,
  photos,
  said,
  saidIn,
  type InspectedFile,
} from './sets-fixture.js';

const without = (files: readonly InspectedFile[], ...names: string[]) =>
  files.filter(({file}) => !names.includes(file));

const shownName = (element: SealInspector) =>
  textOf(element.shadowRoot?.querySelector('[role=option][aria-selected=true] .file'));
const everything = (element: SealInspector) => textOf(part(element, 'sets'));
const announced = (element: SealInspector) =>
  [...(element.shadowRoot?.querySelectorAll('.files > [role=status]') ?? [])]
    .map(textOf)
    .join(' ')
    .trim();

describe('<seal-inspector> sets', () => {
  it('says above the list that a set is complete, and below it, folded, all about it', async () => {
    const element = await judged(closedJob());
    const {job, sentence, why, remarks, state} = said(element);
    expect([job, state]).to.eql(['claim 4711', 'complete']);
    expect(sentence).to.equal(
      'Complete 8 of 8, in order, 1 retaken, 1 discarded on the device, 1 skipped, none missing',
    );
    expect([why, remarks]).to.eql([[], []]);
    const [band] = bands(element);
    const list = part(element, 'list');
    expect(band?.compareDocumentPosition(list!)).to.equal(Node.DOCUMENT_POSITION_FOLLOWING);
    const details = band?.querySelector('details');
    expect(details?.open).to.be.false;
    const rows = [...(details?.querySelectorAll('tbody tr') ?? [])].map(textOf);
    expect(rows).to.have.length(8);
    expect(rows[4]).to.equal('5 c5.jpg taken again later DAMAGE');
    const folded = textOf(details);
    expect(folded).to.contain('Discarded, the device says “CLOSE”: added ');
    expect(folded).to.contain(
      'Skipped, the device says PAPERS · Cannot be reached · In the glove box, locked.',
    );
    expect(folded).to.contain('Signed by Service');
    expect(folded).to.contain('Closing record end.jpg');
    expect(folded).to.match(/Closed 29 November 2026|Closed November 29, 2026/);
    expect(folded).to.contain('the page’s own words');
    await expect(element).to.be.accessible();
    details!.open = true;
    await expect(element).to.be.accessible();
  });

  it('names what is missing, with number and shot, and the page has it as an event and a property', async () => {
    const files = without(closedJob(), 'c3.jpg');
    const {element} = await inspectorOf(files);
    const heard: string[] = [];
    let event: SetsJudgedEvent | undefined;
    element.addEventListener('inspected', ({fileName}) => heard.push(fileName));
    element.addEventListener('sets-judged', (judgement) => {
      heard.push('sets-judged');
      event = judgement;
    });
    await element.inspect(given(files));
    await waitUntil(() => event);
    expect(heard).to.have.length(9);
    expect(heard.at(-1)).to.equal('sets-judged');
    expect(event?.sets).to.equal(element.sets);
    expect(event?.detail.sets).to.equal(event?.sets);
    expect([event?.bubbles, event?.composed]).to.eql([true, true]);
    expect(event?.sets.sets[0]).to.deep.include({state: 'incomplete', expected: 8, found: 7});
    expect(said(element)).to.deep.include({
      state: 'incomplete',
      sentence:
        'Not complete 7 of 8, in order, 1 retaken, 1 discarded on the device, 1 skipped, 1 missing',
      remarks: ['Missing: number 3, “BACK”.'],
    });
  });

  it('names exchanged, changed and repeated files, each of which is a way to it', async () => {
    const files = [
      ...without(closedJob(), 'c2.jpg', 'c5.jpg'),
      photo(2, {name: 'stranger', labelState: 'untrusted', signedBy: 'Mallory'}),
      photo(5, {labelState: 'invalid'}),
      photo(7, {file: 'copy.jpg'}),
    ];
    const element = await judged(files);
    const {sentence, remarks, state} = said(element);
    expect(state).to.equal('incomplete');
    expect(sentence).to.equal(
      'Not complete 6 of 8, in order, 1 discarded on the device, 1 skipped, 2 exchanged or changed, none missing',
    );
    expect(remarks).to.eql([
      'stranger.jpg is not what was sealed as number 2.',
      'c5.jpg, number 5, was changed: its seal is broken.',
      'copy.jpg is here more than once.',
    ]);
    const [name] = bands(element)[0]!.querySelectorAll<HTMLButtonElement>('.to-file');
    name?.focus();
    await drawn(element, sendKeys({press: 'Enter'}));
    expect(shownName(element)).to.equal('stranger.jpg');
  });

  it('names a photo of another job, which is a set of its own below', async () => {
    const element = await judged([...closedJob(), fromOtherJob(2, {previous: 'other1'})]);
    const of = bands(element).map(saidIn);
    const main = of.find(({job}) => job === 'claim 4711');
    expect(main).to.deep.include({
      state: 'complete',
      sentence:
        'Complete 8 of 8, in order, 1 retaken, 1 discarded on the device, 1 skipped, none missing, 1 from another job',
      remarks: ['other2.jpg is from another job, “claim 4712”.'],
    });
    const other = of.find(({job}) => job === 'claim 4712');
    expect(other).to.deep.include({state: 'incomplete', remarks: ['Missing: number 1.']});
    expect(other?.why[0]).to.match(/^There is no closing record here/);
  });

  it('does not call photos of the same job added or missing that are numbered in a second set', async () => {
    const name = 'c9';
    const over = {told: {job: 'claim 4711', index: 9}};
    const movedAt = '2026-11-29T10:06:00Z';
    const second = [
      photo(1, {name, set: OTHER_SET, over}),
      closing(2, {
        name: 'end2',
        set: OTHER_SET,
        previous: name,
        seals: [made.numbered(1, name)],
        told: {
          captures: [made.kept(1), made.kept(2), made.kept(9, name)],
          moved: [3, 4, 5, 6, 7, 8].map((one) => ({...made.kept(one, `m${one}`), movedAt})),
        },
      }),
    ];
    const element = await judged([...photos(3), ...second]);
    const of = bands(element).map(saidIn);
    expect(of.map(({state}) => state)).to.eql(['unconfirmed', 'open']);
    expect(of.map(({sentence}) => sentence)).to.eql([
      'Not confirmed 1 of 1, in order, 6 moved to another service, none missing, 2 are counted in another set of this job',
      'Open 3 so far, in order',
    ]);
    expect(of.map(({remarks}) => remarks)).to.eql([[], []]);
    expect(of[0]?.why).to.eql([]);
  });

  it('shows the first hundred of many sets, and says how many more there are', async () => {
    const files = Array.from({length: 103}, (_, at) =>
      photo(1, {name: `n${at}`, set: made.idOf(`n${at}`)}),
    );
    const element = await judged(files);
    expect(bands(element)).to.have.length(100);
    expect(everything(element)).to.match(/and 3 more/i);
  });

  it('does not call the photos of two whole jobs added', async () => {
    const second = [fromOtherJob(1), fromOtherJob(2, {previous: 'other1'})];
    const end = closing(3, {
      name: 'end2',
      set: second[0]!.result.set!.set,
      seals: second.map(({result: {set}}) => ({
        index: set!.index,
        captureId: set!.captureId!,
        digest: set!.digest!,
        seal: set!.seal,
      })),
      previous: 'other2',
    });
    const element = await judged([...closedJob(), ...second, end]);
    expect(bands(element).map((band) => saidIn(band).remarks)).to.eql([[], []]);
  });

  it('says of a set without a closing record that nobody can tell whether more follow', async () => {
    const element = await judged(photos(3));
    expect(said(element)).to.deep.include({
      state: 'open',
      sentence: 'Open 3 so far, in order',
      why: ['There is no closing record here: nobody can tell whether more follow.'],
    });
  });

  it('says of seals after the closing record that the set is open again', async () => {
    const element = await judged([...closedJob(), photo(10, {previous: 'end', taken: 10})]);
    const {state, why} = said(element);
    expect(state).to.equal('open');
    expect(why[0]).to.match(/^There are seals after the closing record/);
  });

  it('tells files that were sealed in another order, as the device says', async () => {
    const taken = [1, 3, 2];
    const files = taken.map((one, at) => photo(at + 1, {taken: one}));
    const element = await judged(files);
    const {sentence, remarks} = said(element);
    expect(sentence).to.equal('Open 3 so far, 1 out of order');
    expect(remarks).to.eql(['c3.jpg has number 3, but was capture 2, the device says.']);
  });

  it('does not call a set of unknown signers complete, and one of a sandbox never green', async () => {
    const unknown = closedJob().map(({file, result}) => ({
      file,
      result: {...result, labelValid: false, labelState: 'untrusted' as const},
    }));
    const element = await judged(unknown);
    expect(said(element)).to.deep.include({
      state: 'unconfirmed',
      why: [
        'Not every seal here is confirmed: its signer is not known, or it could not be checked.',
      ],
    });
    const tried = closedJob().map(({file, result}) => ({
      file,
      result: {...result, signature: {...ofSandbox.signature, signedBy: 'Service'}},
    }));
    const other = await judged(tried);
    expect(said(other).state).to.equal('sandbox');
    expect(textOf(bands(other)[0])).to.contain('Sandbox seal: for trying, not evidence');
  });

  it('judges nothing while a file is on its way, and again when files come and go', async () => {
    const files = closedJob();
    const {element, answers} = await inspectorOf(files);
    const last = files[2]!;
    let arrive: (result: InspectionResult) => void = () => undefined;
    answers.set(last.file, new Promise((resolve) => (arrive = resolve)));
    let events = 0;
    element.addEventListener('sets-judged', () => (events += 1));
    const words = new Set<string>();
    const watch = new MutationObserver(() => words.add(everything(element)));
    watch.observe(element.shadowRoot!, {childList: true, characterData: true, subtree: true});
    void element.inspect(given(files));
    await waitUntil(() => bands(element).length === 1);
    await waitUntil(
      () => element.shadowRoot?.querySelectorAll('[role=option].valid').length === 8,
      'all others are checked',
    );
    expect(said(element)).to.deep.include({
      sentence: 'Being checked',
      why: ['Whether something is missing is said once all files are checked.'],
    });
    expect([element.sets, events]).to.eql([undefined, 0]);
    arrive(last.result);
    await waitUntil(() => events === 1);
    expect(said(element).state).to.equal('complete');
    watch.disconnect();
    expect([...words].join()).not.to.match(/\d missing|Not complete/);

    const row = [...element.shadowRoot!.querySelectorAll<HTMLElement>('[role=option]')].find(
      (one) => textOf(one.querySelector('.file')) === 'c4.jpg',
    );
    await drawn(element, row?.click());
    row?.focus();
    await drawn(element, sendKeys({press: 'Delete'}));
    expect(said(element).remarks).to.eql(['Missing: number 4, “RIGHT”.']);
    await waitUntil(() => events === 2);
    const drop = new Event('drop', {cancelable: true});
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(fileNamed('c4.jpg'));
    Object.defineProperty(drop, 'dataTransfer', {value: dataTransfer});
    element.dispatchEvent(drop);
    await waitUntil(() => events === 3);
    expect(said(element).state).to.equal('complete');
    element.requestUpdate();
    await drawn(element);
    expect(events, 'judged once').to.equal(3);
  });

  it('says of a file that could not be checked that it may be what is missing', async () => {
    const files = closedJob();
    const {element, answers} = await inspectorOf(files);
    answers.set('c6.jpg', Promise.reject(new SealedCaptureError('too_large', 'Too large.')));
    await element.inspect(given(files));
    await waitUntil(() => element.sets);
    await element.updateComplete;
    expect(element.sets?.sets[0]?.why).to.eql(['unchecked']);
    expect(said(element)).to.deep.include({
      state: 'unconfirmed',
      why: ['1 file could not be checked: it may be what is missing.'],
      remarks: ['Missing: number 6, “CLOSE”.'],
    });
    expect(everything(element)).to.contain('c6.jpg could not be checked.');
  });

  it('does not take a file that is no photo for the one that is missing', async () => {
    const {element, answers} = await inspectorOf(closedJob());
    const error = new SealedCaptureError('media_unsupported', 'No medium.');
    answers.set('c6.jpg', Promise.reject(error));
    await element.inspect(given(closedJob()));
    await waitUntil(() => element.sets);
    await element.updateComplete;
    expect(said(element)).to.deep.include({state: 'incomplete', why: []});
    expect(everything(element)).to.contain('c6.jpg is of a kind that seals are not read from.');
  });

  it('names shots that were neither taken nor skipped, and photos that were chosen', async () => {
    const files = closedJob();
    const end = files.at(-1)!;
    end.result.set!.told!.closing!.shots.push({id: 'roof', label: 'ROOF', required: true});
    files[1] = {...files[1]!, result: {...files[1]!.result, imported: {}, origin: 'file'}};
    const element = await judged(files);
    expect(said(element).sentence).to.equal(
      'Complete 8 of 8, in order, 1 retaken, 1 chosen, not taken here, 1 discarded on the device, 1 skipped, 1 not taken, none missing',
    );
    const folded = textOf(bands(element)[0]?.querySelector('details'));
    expect(folded).to.contain('Neither taken nor skipped ROOF');
    expect(folded).to.contain('2 c2.jpg chosen, not taken here LEFT');
    const rows = [...element.shadowRoot!.querySelectorAll('[role=option]')].map(textOf);
    expect(rows.filter((row) => row.includes('Chosen, not taken here'))).to.have.length(1);
  });

  it('is not marked as a sandbox by the file of a stranger beside it', async () => {
    const signature = {...ofSandbox.signature, signedBy: 'Mallory'};
    const stranger = photo(3, {name: 'stranger', signedBy: 'Mallory', signature});
    const element = await judged([...closedJob(), stranger]);
    expect(said(element).state).to.equal('complete');
    expect(textOf(bands(element)[0])).not.to.contain('Sandbox seal');
  });

  it('is not judged while more files were given than are checked at once, until the rest comes', async () => {
    const {element} = await inspectorOf(closedJob());
    const drop = (files: readonly File[]) => {
      const event = new Event('drop', {cancelable: true});
      const dataTransfer = new DataTransfer();
      for (const file of files) dataTransfer.items.add(file);
      Object.defineProperty(event, 'dataTransfer', {value: dataTransfer});
      element.dispatchEvent(event);
    };
    const [first, ...rest] = given(closedJob());
    const others = Array.from({length: 492}, (_, at) => fileNamed(`o${at}.jpg`));
    drop([...others, ...rest, first!]);
    const text = /^Not judged There are more files than can be checked at once\./;
    await waitUntil(() => text.test(everything(element)), 'it is not judged');
    expect(element.sets).to.be.undefined;
    drop([first!]);
    await waitUntil(() => element.sets, 'it is judged');
    await element.updateComplete;
    expect(said(element).state).to.equal('complete');
  });

  it('names the files that are part of no set', async () => {
    const files = closedJob();
    const {element} = await inspectorOf(files);
    await element.inspect([...given(files), fileNamed('stray.jpg')]);
    await waitUntil(() => element.sets);
    await element.updateComplete;
    const others = element.shadowRoot?.querySelector('.set-others');
    expect(textOf(others?.querySelector('summary'))).to.equal('1 file is part of no set');
    expect(textOf(others)).to.contain('stray.jpg has a seal that is part of no set.');
  });

  it('leads to the right one of two files with one name', async () => {
    const files = closedJob();
    const {element} = await inspectorOf(files);
    const [first] = given(files);
    await element.inspect([...given(files), fileNamed(first!.name)]);
    await waitUntil(() => element.sets);
    await element.updateComplete;
    expect(element.sets?.sets[0]?.copies[0]?.file).to.equal('c1.jpg (2)');
    expect(said(element).remarks).to.eql(['c1.jpg is here more than once.']);
    const link = bands(element)[0]!.querySelector<HTMLButtonElement>('.to-file');
    await drawn(element, link?.click());
    const rows = [...element.shadowRoot!.querySelectorAll('[role=option]')];
    const shown = rows.filter((row) => row.ariaSelected === 'true');
    expect(shown).to.have.length(1);
    expect(rows.filter((row) => textOf(row.querySelector('.file')) === 'c1.jpg')[1]).to.equal(
      shown[0],
    );
  });

  it('judges what this browser itself has read', async () => {
    const files = without(closedJob(), 'c1.jpg');
    const {element} = await inspectorOf([]);
    element.verify = 'local';
    element.verifiers = {
      local: {
        verify: (file) =>
          Promise.resolve(files.find((one) => one.file === (file as File).name)!.result),
      },
      trustAnchors: {of: () => Promise.resolve('anchors')},
    };
    await element.inspect(given(files));
    await waitUntil(() => element.sets);
    await element.updateComplete;
    expect(said(element).remarks).to.eql(['Missing: number 1, “FRONT”.']);
  });

  it('is heard once with the verdict on each set', async () => {
    const element = await judged(without(closedJob(), 'c3.jpg'));
    // Remarks on the files may follow.
    expect(announced(element)).to.match(
      /^claim 4711: Not complete\. 7 of 8, in order, 1 retaken, 1 discarded on the device, 1 skipped, 1 missing\./,
    );
  });

  it('shows nothing of files that are part of no set, and has no report of them', async () => {
    const {element} = await inspectorOf([]);
    let events = 0;
    element.addEventListener('sets-judged', () => (events += 1));
    await element.inspect([fileNamed('a.jpg'), fileNamed('b.jpg')]);
    await drawn(element);
    expect([bands(element).length, element.sets, events]).to.eql([0, undefined, 0]);
  });

  it('survives an answer whose set is malformed, and shows what would turn a line around', async () => {
    const [one, two] = [photo(1), photo(2)];
    const broken = {...one.result, set: {set: 5, index: 'x', told: {closing: []}}} as never;
    const {element} = await inspectorOf([
      {file: one.file, result: broken},
      {
        file: two.file,
        result: {
          ...two.result,
          features: {shot: {id: 7, label: {}}} as never,
          set: {
            ...two.result.set!,
            told: {job: 'claim \u202e4711', closing: {captures: 'none'}} as never,
          },
        },
      },
    ]);
    await element.inspect(given([one, two]));
    await waitUntil(() => element.sets);
    await element.updateComplete;
    expect(said(element).job).to.equal('claim [U+202E]4711');
  });

  it('is written in the language of the page, and isolates the words of others', async () => {
    const element = await judged(without(closedJob(), 'c3.jpg'));
    element.dir = 'rtl';
    await change(element, {lang: 'ar'});
    await waitUntil(() => said(element).sentence?.includes('غير كاملة'), said(element).sentence);
    const [band] = bands(element);
    for (const foreign of ['claim 4711', 'BACK']) {
      const isolated = [...band!.querySelectorAll('bdi')].map(textOf);
      expect(isolated).to.include(foreign);
    }
    await change(element, {lang: 'de'});
    element.dir = 'ltr';
    await waitUntil(() => said(element).sentence?.startsWith('Nicht vollständig'));
    expect(said(element).sentence).to.equal(
      'Nicht vollständig 7 von 8, in der richtigen Reihenfolge, 1 neu aufgenommen, 1 auf dem Gerät verworfen, 1 übersprungen, 1 fehlt',
    );
    registerStrings('de', {setInOrder: 'geordnet'});
    await drawn(element);
    expect(said(element).sentence).to.contain('geordnet');
  });
});
