import {expect} from '@open-wc/testing';
import type {ProtectErrorDetail} from '@sealed-capture/seal/model/protection-config.js';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import type {CaptureProgress} from '../../../src/core/queue/queue-client.js';
import {jobOfList} from '../../../src/elements/capture-image/shots/closed/job-of-list.js';
import {Skips} from '../../../src/elements/capture-image/shots/skips.js';
import type {Failures} from '../../../src/elements/capture/failures/failures.js';
import type {LatePart} from '../../../src/elements/late-part.js';
import {all, change, rendered, textOf, waitUntil} from '../kit.js';
import {GuidedFixture, list, type Guided} from './shots-fixture.js';

const sealedAt = '2026-11-20T15:04:00Z';
const delivered: CaptureProgress = {name: 'delivered', sealedAt, deliveredAt: sealedAt};
const uploaded: CaptureProgress = {...delivered, uploaded: true};
const two = list.slice(0, 2);

/** A list whose shots are one taken and one skipped. */
async function complete(options: Partial<Guided> = {}, before?: GuidedFixture) {
  for (const earlier of document.querySelectorAll('guided-camera')) earlier.remove();
  const memory = before?.element.memory;
  const fixture = await GuidedFixture.create(two, {
    id: 'car',
    tags: {claim: '4711'},
    ...(memory && {memory}),
    ...options,
  });
  if (before) {
    fixture.core.protection.closings = before.core.protection.closings;
    // As they are read from the storage, with their numbers.
    await fixture.keep(before.captures.map((one, at) => ({...one, set: one.job, index: at + 1})));
    return fixture;
  }
  await fixture.take();
  await fixture.press('Skip Plate');
  await fixture.press('Not there');
  return fixture;
}

const closings = ({core}: GuidedFixture) => core.protection.closings;

/** Presses “Done”, and waits for the closing record. */
async function close(fixture: GuidedFixture) {
  const {length} = closings(fixture);
  await fixture.press('Done');
  await waitUntil(() => closings(fixture).length > length, 'the closing record is stored');
  await waitUntil(() => !fixture.has('.finish'), 'the list is closed');
}

/** All files have come this far. */
async function advance(fixture: GuidedFixture, progress: CaptureProgress) {
  const {protection} = fixture.core;
  for (const {captureId} of [...protection.captures, ...protection.closings]) {
    protection.advance(captureId, progress);
  }
  await rendered(fixture.element);
}

describe('A list of shots for a job', () => {
  it('is closed by the person as soon as no shot is open', async () => {
    const fixture = await complete();
    expect(fixture.core.protection.client.config.job).to.equal('claim 4711');
    expect(fixture.captures.map(({job}) => job)).to.eql(['claim 4711']);
    expect(fixture.asked).to.equal('1 of 2 done · 1 skipped');
    await close(fixture);
    expect(fixture.asked).to.equal('1 of 2 done · 1 skipped Closed, on its way');
    const said = all(fixture.element, '[role="status"]').map(textOf);
    expect(said).to.include('1 of 2 done · 1 skipped · Closed, on its way');
    const [record] = fixture.core.protection.closed;
    expect(record?.picture.type).to.equal('image/jpeg');
    expect(record?.shots).to.eql([
      {id: 'front', label: 'Front', required: true},
      {id: 'plate', label: 'Plate', skipped: {reason: 'absent'}},
    ]);
    await expect(fixture.element).to.be.accessible();
  });

  it('keeps the focus on its card when “Done” was pressed, which is gone then', async () => {
    const fixture = await complete();
    const done = fixture.find('.finish');
    const card = done.getRootNode() as ShadowRoot;
    done.focus();
    await close(fixture);
    expect(card.activeElement).to.equal(fixture.find('.shot .what'));
  });

  it('is done once everything is delivered, with the closing record', async () => {
    const fixture = await complete({deliverTo: '/uploads'});
    await close(fixture);
    const [photo, record] = [fixture.captures[0]?.captureId, closings(fixture)[0]?.captureId];
    fixture.core.protection.advance(photo ?? '', uploaded);
    await rendered(fixture.element);
    expect(fixture.asked).to.equal('1 of 2 delivered · 1 skipped Closed, on its way');
    expect(fixture.finished, 'the closing record is on its way').to.eql([]);
    await advance(fixture, delivered);
    expect(fixture.finished, 'only the page has it').to.eql([]);
    await advance(fixture, uploaded);
    expect(fixture.asked).to.equal('1 of 2 delivered · 1 skipped Closed');
    await advance(fixture, uploaded);
    expect(fixture.finished.map(({detail}) => detail)).to.eql([
      {
        mode: 'image',
        shots: fixture.element.shotsState,
        skipped: [{shot: 'plate', reason: 'absent'}],
        delivered: [{shot: 'front', captureId: photo}],
        closing: record,
      },
    ]);
    expect(fixture.finished[0]?.closing).to.equal(record);
  });

  it('says that photos have to be sealed or deleted first which a person is needed for', async () => {
    const fixture = await complete();
    await close(fixture);
    const {protection} = fixture.core;
    const [photo] = fixture.captures;
    const failure = {code: 'too_large', message: 'No.', retryable: false} as const;
    protection.advance(photo!.captureId, {name: 'failed', failure});
    await rendered(fixture.element);
    expect(fixture.asked).to.equal(
      '1 of 2 done · 1 skipped Closed once the photo that was not sealed is sealed or deleted',
    );
    protection.advance(photo!.captureId, {name: 'sealing'});
    await rendered(fixture.element);
    expect(fixture.asked).to.equal('1 of 2 done · 1 skipped Closed, on its way');
  });

  it('is done once the page has every file, if none is sent', async () => {
    const fixture = await complete();
    await close(fixture);
    await advance(fixture, {name: 'sealed', sealedAt});
    expect(fixture.finished).to.eql([]);
    await advance(fixture, delivered);
    expect(fixture.asked).to.equal('1 of 2 sealed · 1 skipped Closed');
    expect(fixture.finished.length).to.equal(1);
  });

  const changes: Record<string, (fixture: GuidedFixture) => Promise<unknown>> = {
    'a retake': async (fixture) => {
      await fixture.openList();
      await fixture.press('Retake Front');
      await fixture.take();
    },
    'a retake that is deleted again': async (fixture) => {
      await fixture.openList();
      await fixture.press('Retake Front');
      await fixture.element.discard(await fixture.take());
      await fixture.press('Cancel Front');
    },
    'the deletion of the photo and another one': async (fixture) => {
      await fixture.element.discard(fixture.captures[0]?.captureId ?? '');
      await rendered(fixture.element);
      await fixture.take();
    },
    'a photo of the skipped shot': async (fixture) => {
      await fixture.openList();
      await fixture.press('Take Plate');
      await fixture.take();
    },
    'another reason to skip': async (fixture) => {
      await fixture.openList();
      await fixture.press('Take Plate');
      await fixture.press('Skip Plate');
      await fixture.press('Not allowed');
    },
  };
  for (const [name, act] of Object.entries(changes)) {
    it(`is open again after ${name}, until it is closed again`, async () => {
      const fixture = await complete();
      await close(fixture);
      await act(fixture);
      expect(fixture.has('.finish')).to.be.true;
      expect(fixture.asked).not.to.contain('Closed');
      await advance(fixture, delivered);
      expect(fixture.finished).to.eql([]);
      const again = await complete({}, fixture);
      expect(again.has('.finish'), 'after a reload').to.be.true;
      await close(again);
      await advance(again, delivered);
      expect(again.finished.length).to.equal(1);
    });
  }

  it('stays closed if a deletion is undone', async () => {
    const fixture = await complete();
    await close(fixture);
    const {failures} = fixture.element as unknown as {failures: LatePart<Failures>};
    failures.part?.remove(fixture.captures, true);
    await rendered(fixture.element);
    expect(fixture.states).to.eql(['open', 'skipped']);
    fixture.find('.undo').click();
    await rendered(fixture.element);
    expect(fixture.asked).to.contain('Closed, on its way');
  });

  it('is closed after a reload, and done then, once', async () => {
    const first = await complete();
    await close(first);
    const second = await complete({}, first);
    expect(second.asked).to.equal('1 of 2 done · 1 skipped Closed, on its way');
    await advance(second, delivered);
    expect(second.finished.length).to.equal(1);
    const third = await complete({}, second);
    expect(third.asked).to.contain('Closed');
    expect(third.finished.length).to.equal(0);
  });

  it('is closed where nothing is remembered, until another photo is there', async () => {
    const first = await complete();
    await close(first);
    const memory = {getItem: () => null, setItem: () => undefined, removeItem: () => undefined};
    const bare = await complete({memory}, first);
    await bare.press('Skip Plate');
    await bare.press('Not there');
    expect(bare.asked).to.contain('Closed, on its way');
    await bare.openList();
    await bare.press('Retake Front');
    await bare.take();
    expect(bare.has('.finish')).to.be.true;
    await close(bare);
    expect(bare.asked).to.contain('Closed, on its way');
  });

  it('is open again after a retake, and closed again, also if the clock was set back', async () => {
    const fixture = await complete();
    await close(fixture);
    const setBack = {capturedAt: '2020-01-01T00:00:00Z'};
    const retake = {...fixture.captures[0]!, captureId: crypto.randomUUID(), ...setBack};
    await fixture.keep([retake, ...fixture.captures]);
    expect(fixture.has('.finish')).to.be.true;
    await close(fixture);
    const {protection} = fixture.core;
    const [first, second] = protection.closings;
    protection.closings = [{...second!, ...setBack}, first!];
    await fixture.keep(fixture.captures);
    expect(fixture.asked).to.contain('Closed, on its way');
    await advance(fixture, delivered);
    expect(fixture.finished.map(({closing}) => closing)).to.eql([second?.captureId]);
    const again = await complete({}, fixture);
    expect(again.asked, 'after a reload').to.contain('Closed');
    expect(again.finished).to.eql([]);
  });

  it('is told what is new by the numbers on the device', async () => {
    const fixture = await complete();
    await close(fixture);
    const [photo] = fixture.captures;
    const [first] = closings(fixture);
    const protection = fixture.core.protection;
    protection.closings = [{...first!, closed: {...first!.closed!, last: 2}}];
    const of = (index: number, set = photo!.job) => ({...photo!, index, set});
    const retake = (...place: Parameters<typeof of>) => ({
      ...of(...place),
      captureId: crypto.randomUUID(),
    });
    await fixture.keep([retake(1), photo!]);
    expect(fixture.asked, 'no number of the photo is known yet').to.contain('Closed');
    await fixture.keep([retake(1), of(2)]);
    expect(fixture.asked, 'stored before, by a tab that has crashed').to.contain('Closed');
    await fixture.keep([retake(3), of(2)]);
    expect(fixture.has('.finish'), 'stored after, although its shutter came before').to.be.true;
  });

  it('is open while a photo of another set has no closing record, whatever its number', async () => {
    const fixture = await complete();
    await close(fixture);
    const {protection} = fixture.core;
    const [photo] = fixture.captures;
    const inMemory = {...photo!, captureId: crypto.randomUUID(), set: 'other', index: 1};
    await fixture.keep([photo!, inMemory]);
    expect(fixture.has('.finish')).to.be.true;
    await close(fixture);
    expect(fixture.asked).to.contain('Closed, on its way');
    const [, again, last] = protection.closings;
    expect([again?.set, last?.set]).to.eql([photo!.job, 'other']);
    const failure = {code: 'request_rejected', message: 'No.', retryable: false} as const;
    protection.advance(again!.captureId, {name: 'failed', failure});
    await rendered(fixture.element);
    expect(fixture.has('.finish'), 'the record of the first set has failed').to.be.true;
    await advance(fixture, delivered);
    expect(fixture.finished.map(({closing}) => closing)).to.eql([last?.captureId]);
  });

  it('is open if a photo came after the closing record, also where nothing is remembered', async () => {
    const first = await complete();
    await close(first);
    await advance(first, delivered);
    const later = {...first.captures[0]!, captureId: crypto.randomUUID()};
    first.core.protection.captures = [...first.captures, later];
    const memory = {getItem: () => null, setItem: () => undefined, removeItem: () => undefined};
    const bare = await complete({memory}, first);
    await bare.press('Skip Plate');
    await bare.press('Not there');
    expect(bare.has('.finish')).to.be.true;
    expect(bare.finished).to.eql([]);
  });

  it('is open where its skipped shots are not in the closing record, as in that of a microphone', async () => {
    const fixture = await complete();
    await close(fixture);
    const {protection} = fixture.core;
    const [record] = protection.closings;
    protection.closings = [{...record!, closed: {...record!.closed!, shots: []}}];
    await fixture.keep(fixture.captures);
    expect(fixture.has('.finish')).to.be.true;
  });

  it('is remembered as another tab has closed it, whatever this one stores then', () => {
    const stored = new Map<string, string>();
    const memory = {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, text: string) => void stored.set(key, text),
      removeItem: (key: string) => void stored.delete(key),
    };
    const tab = () => {
      const skips = new Skips({localName: 'capture-image', id: 'car'}, memory);
      skips.begin('claim 4711', 1_000_000);
      return skips;
    };
    const [one, other] = [tab(), tab()];
    one.close({record: 'r1', captures: ['c1']});
    other.close({record: 'r2', captures: ['c1', 'c2']});
    one.set('roof', {reason: 'unsafe'});
    const closed = {record: 'r2', captures: ['c1', 'c2']};
    expect(tab().closedAs(['r2'])).to.eql(closed);
    expect(one.closedAs(['r2'])).to.eql(closed);
  });

  it('is open again after its closing record has failed, and closed by another one', async () => {
    const fixture = await complete();
    await close(fixture);
    const {protection} = fixture.core;
    const failure = {code: 'request_rejected', message: 'No.', retryable: false} as const;
    const [first] = closings(fixture);
    protection.advance(first!.captureId, {name: 'failed', failure});
    await rendered(fixture.element);
    expect(fixture.asked).to.equal('1 of 2 done · 1 skipped');
    await close(fixture);
    const second = closings(fixture)[1]!.captureId;
    expect(fixture.asked).to.contain('Closed, on its way');
    protection.advance(second, {name: 'failed', failure});
    await rendered(fixture.element);
    expect(fixture.has('.finish'), 'the other one has failed, too').to.be.true;
    protection.advance(second, {name: 'sealing'});
    await rendered(fixture.element);
    expect(fixture.asked, 'it is tried again').to.contain('Closed, on its way');
    for (const {captureId} of fixture.captures) protection.advance(captureId, delivered);
    protection.advance(second, delivered);
    await rendered(fixture.element);
    expect(fixture.finished.map(({closing}) => closing)).to.eql([second]);
  });

  it('is done only once photos that were retaken, or are of no shot, are there', async () => {
    const fixture = await complete({deliverTo: '/uploads'});
    await fixture.openList();
    await fixture.press('Retake Front');
    await fixture.take();
    const {protection} = fixture.core;
    const ofNoShot = {...fixture.captures[1]!, captureId: crypto.randomUUID(), shot: undefined};
    const ofOtherJob = {...ofNoShot, captureId: crypto.randomUUID(), job: 'claim 4712'};
    await fixture.keep([...fixture.captures, ofNoShot, ofOtherJob]);
    await close(fixture);
    const {captureId: record} = closings(fixture)[0]!;
    const [retaken, retake] = fixture.captures;
    for (const id of [retake!.captureId, record]) protection.advance(id, uploaded);
    for (const {captureId} of [retaken!, ofNoShot]) {
      await rendered(fixture.element);
      expect(fixture.asked).to.equal('1 of 2 delivered · 1 skipped Closed, on its way');
      expect(fixture.finished).to.eql([]);
      protection.advance(captureId, uploaded);
    }
    await rendered(fixture.element);
    expect(fixture.asked).to.equal('1 of 2 delivered · 1 skipped Closed');
    expect(fixture.finished.length).to.equal(1);
  });

  it('is not closed if the record cannot be stored, which the page and the person are told', async () => {
    const fixture = await complete();
    const problems: ProtectErrorDetail[] = [];
    fixture.element.addEventListener('protect-error', ({detail}) => problems.push(detail));
    fixture.core.protection.closeRefusal = new SealedCaptureError('storage_full', 'Full.');
    await fixture.press('Done');
    await waitUntil(() => problems.length > 0, 'the page is told');
    await rendered(fixture.element);
    expect(problems.map(({code, closes}) => [code, closes])).to.eql([
      ['storage_full', 'claim 4711'],
    ]);
    expect(fixture.asked).to.equal('1 of 2 done · 1 skipped Not closed. Try again.');
    fixture.core.protection.closeRefusal = undefined;
    await close(fixture);
    expect(fixture.asked).to.equal('1 of 2 done · 1 skipped Closed, on its way');
  });

  it('is done without a closing record if nothing was captured', async () => {
    const fixture = await GuidedFixture.create(two, {tags: {claim: '4711'}});
    for (const {label} of two) {
      await fixture.press(`Skip ${label}`);
      await fixture.press('Not there');
    }
    await fixture.press('Done');
    await waitUntil(() => fixture.finished.length > 0, 'the job is done');
    expect(fixture.finished.map(({detail}) => 'closing' in detail)).to.eql([false]);
    await waitUntil(() => !fixture.has('.finish'), 'the button goes');
    const text = '0 of 2 done · 2 skipped Nothing was taken: there is no closing record.';
    expect(fixture.asked).to.equal(text);
    expect(all(fixture.element, '[role="status"]').map(textOf)).to.include(
      '0 of 2 done · 2 skipped · Nothing was taken: there is no closing record.',
    );
    await fixture.openList();
    await fixture.press('Take Front');
    await fixture.take();
    expect(fixture.asked, 'it can be closed').to.equal('1 of 2 done · 1 skipped');
    expect(fixture.has('.finish')).to.be.true;
  });

  it('is not done if the set of its photos is lost, which the page and the person are told', async () => {
    const fixture = await complete();
    const problems: ProtectErrorDetail[] = [];
    fixture.element.addEventListener('protect-error', ({detail}) => problems.push(detail));
    fixture.core.protection.closeRefusal = new SealedCaptureError('capture_unknown', 'No set.');
    await fixture.press('Done');
    await waitUntil(() => problems.length > 0, 'the page is told');
    await rendered(fixture.element);
    expect(problems.map(({code}) => code)).to.eql(['capture_unknown']);
    expect(fixture.asked).to.contain('Not closed. Try again.');
    expect(fixture.finished).to.eql([]);
  });

  it('is closed once, however quickly the person presses', async () => {
    const fixture = await complete();
    for (const detail of [1, 1, 2]) {
      fixture.find('.finish').dispatchEvent(new MouseEvent('click', {detail}));
    }
    await waitUntil(() => !fixture.has('.finish'), 'the list is closed');
    expect(closings(fixture).length).to.equal(1);
  });

  it('is closed by the page, too', async () => {
    const fixture = await complete();
    const record = await fixture.element.closeJob();
    await rendered(fixture.element);
    expect(closings(fixture).map(({captureId}) => captureId)).to.eql([record]);
    expect(fixture.asked).to.contain('Closed, on its way');
  });

  it('counts no photo of another job, with the name that the page gives it', async () => {
    const fixture = await complete({tags: undefined, job: 'Haus 12'});
    expect(fixture.captures.map(({job}) => job)).to.eql(['Haus 12']);
    await close(fixture);
    await change(fixture.element, {job: 'Haus 13'});
    await rendered(fixture.element);
    expect(fixture.states).to.eql(['open', 'open']);
    await change(fixture.element, {job: 'Haus 12'});
    await rendered(fixture.element);
    expect(fixture.asked).to.contain('Closed, on its way');
  });

  it('has no job without tags, and stays as it is', async () => {
    const fixture = await complete({tags: undefined});
    expect(fixture.core.protection.client.config.job).to.be.undefined;
    expect(fixture.has('.finish')).to.be.false;
  });
});

describe('The job of a list of shots', () => {
  it('is named by the page or, in whatever order, by its tags', () => {
    const tags = {claim: '4711', town: 'Köln'};
    expect(jobOfList({tags})).to.equal('claim 4711, town Köln');
    expect(jobOfList({tags: {town: 'Köln', claim: '4711'}})).to.equal('claim 4711, town Köln');
    expect(jobOfList({tags, job: 'mine'})).to.equal('mine');
    expect([jobOfList({}), jobOfList({tags: {}})]).to.eql([undefined, undefined]);
  });

  it('has at most 256 characters, and another name for other tags', () => {
    const names = ['a', 'b'].map((end) => jobOfList({tags: {claim: `${'😀'.repeat(200)}${end}`}}));
    expect(names[0]).not.to.equal(names[1]);
    for (const name of names) {
      expect(name?.length).to.be.at.most(256);
      expect(name).not.to.match(/\p{Surrogate}/u);
    }
  });
});
