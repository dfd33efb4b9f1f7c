import {expect, waitUntil} from '@open-wc/testing';
import {createCameraSession} from '../../../src/core/wiring/camera-core.js';
import {browserPorts, SealingCore} from '../../../src/core/wiring/core.js';
import {createRecordingSession} from '../../../src/core/wiring/microphone-core.js';
import '../../../src/elements/capture-image.js';
import type {CaptureImage} from '../../../src/elements/capture-image.js';
import '../../../src/elements/protection-provider.js';
import type {ProtectionProvider} from '../../../src/elements/protection-provider.js';
import type {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import type {Tags} from '@sealed-capture/seal/model/capture-metadata.js';
import {pageWith} from '../kit.js';

/** The part of a page that ends with it: its core and its elements. Storage and worker stay. */
class Visit {
  readonly core = new SealingCore(browserPorts());
  readonly page = pageWith({
    connect: (client) => this.core.connect(client),
    createCameraSession: (client) => createCameraSession(client, this.core),
    createRecordingSession: (client) => createRecordingSession(client, this.core),
  });

  write(html: string) {
    this.page.innerHTML = html;
    return {
      elements: [...this.page.querySelectorAll('capture-image')] as [CaptureImage, CaptureImage],
      providers: [...this.page.querySelectorAll('protection-provider')] as [
        ProtectionProvider,
        ProtectionProvider,
      ],
    };
  }

  /** What is stored of each capture: whether it is held, and its tags. */
  async stored(): Promise<Map<string, {isHeld: boolean; tags?: Tags}>> {
    const jobs = await this.core.ports.store.list();
    return new Map(
      jobs.map(({captureId, state, metadata: {tags}}) => [
        captureId,
        {isHeld: state.name === 'held', ...(tags && {tags})},
      ]),
    );
  }

  end() {
    this.page.remove();
    this.core.close();
  }
}

async function photoOf(element: CaptureImage): Promise<string> {
  await element.requestPermissions();
  const width = () => element.shadowRoot?.querySelector('video')?.videoWidth ?? 0;
  await waitUntil(() => width() > 0, 'the camera is on', {timeout: 5_000});
  const {captureId} = await element.takePicture();
  return captureId;
}

const idsOf = ({protections}: CaptureImage | ProtectionProvider) =>
  protections.map(({captureId}) => captureId).sort();

describe('two elements of a page', () => {
  // A unique endpoint, so that captures of other tests are not listed here.
  const options = `auto-protect="false" base-url="/${crypto.randomUUID()}"`;
  let visit: Visit;
  let made: string[] = [];

  beforeEach(() => {
    visit = new Visit();
  });
  afterEach(async () => {
    for (const captureId of made) await visit.core.queue.forget(captureId);
    made = [];
    visit.end();
  });

  async function twoPhotos(html: string) {
    const written = visit.write(html);
    const [a, b] = written.elements;
    const [ofA, ofB] = [await photoOf(a), await photoOf(b)];
    made.push(ofA, ofB);
    return {...written, a, b, ofA, ofB};
  }

  const two = `
    <capture-image ${options} tags='{"of":"A"}'></capture-image>
    <capture-image ${options} tags='{"of":"B"}'></capture-image>`;

  it('each list, release and tag their own photos', async () => {
    const {a, b, ofA, ofB} = await twoPhotos(two);
    expect([idsOf(a), idsOf(b)]).to.eql([[ofA], [ofB]]);
    expect([a.pendingProtections, b.pendingProtections]).to.eql([1, 1]);
    await b.enqueueProtection(undefined, {tags: {answer: 'of B'}});
    const stored = await visit.stored();
    expect(stored.get(ofA)).to.eql({isHeld: true, tags: {of: 'A'}});
    expect(stored.get(ofB)).to.eql({isHeld: false, tags: {of: 'B', answer: 'of B'}});
  });

  it('refuse to change a photo of the other, unless the page asks for all of the account', async () => {
    const {a, b, ofA, ofB} = await twoPhotos(two);
    const codeOf = (call: Promise<void>) => call.catch(({code}: SealedCaptureError) => code);
    expect(await codeOf(b.enqueueProtection(ofA))).to.equal('capture_unknown');
    expect(await codeOf(b.retryProtection(ofA))).to.equal('capture_unknown');
    expect(await codeOf(b.discard(ofA))).to.equal('capture_unknown');
    expect((await visit.stored()).get(ofA)?.isHeld).to.be.true;
    await b.discard(ofA, {scope: 'account'});
    expect([idsOf(a), a.isAllProtected, b.isAllProtected]).to.eql([[], true, false]);
    await a.enqueueProtection(undefined, {scope: 'account', tags: {asked: 'for all'}});
    expect((await visit.stored()).get(ofB)).to.eql({
      isHeld: false,
      tags: {of: 'B', asked: 'for all'},
    });
  });

  it('keep their photos if one is moved, and the other lists those of one that is removed', async () => {
    const {a, b, ofA, ofB} = await twoPhotos(two);
    visit.page.append(a);
    expect([idsOf(a), idsOf(b)]).to.eql([[ofA], [ofB]]);
    a.remove();
    expect(idsOf(b)).to.eql([ofA, ofB].sort());
    await b.enqueueProtection(undefined, {tags: {answer: 'of B'}});
    expect((await visit.stored()).get(ofA)).to.eql({isHeld: true, tags: {of: 'A'}});
    visit.page.append(a);
    expect([idsOf(a), idsOf(b)]).to.eql([[ofA], [ofB]]);
  });

  it('have their photos of an earlier visit again, each by its id or name', async () => {
    const html = `<capture-image ${options} id="front" name="photos"></capture-image>
      <capture-image ${options} name="damage"></capture-image>`;
    const {ofA, ofB} = await twoPhotos(html);
    visit.end();
    visit = new Visit();
    const {elements} = visit.write(`<capture-image ${options}></capture-image>
      <capture-image ${options} name="damage"></capture-image>
      <capture-image ${options} id="front"></capture-image>`);
    const [, damage, front] = elements as CaptureImage[];
    if (!damage || !front) throw new Error('no elements');
    await waitUntil(() => damage.pendingProtections + front.pendingProtections === 2, 'both', {
      timeout: 10_000,
    });
    expect(elements.map(idsOf)).to.eql([[], [ofB], [ofA]]);
    await front.enqueueProtection(undefined, {tags: {answer: 'front'}});
    const stored = await visit.stored();
    expect(stored.get(ofA)).to.eql({isHeld: false, tags: {answer: 'front'}});
    expect(stored.get(ofB)).to.eql({isHeld: true});
  });

  it('list photos of an earlier visit that belong to neither once, and release them if the page asks for all', async () => {
    const {ofA, ofB} = await twoPhotos(two);
    visit.end();
    visit = new Visit();
    const [a, b] = visit.write(two).elements;
    await waitUntil(() => a.pendingProtections === 2, 'both are listed', {timeout: 10_000});
    expect([idsOf(a), idsOf(b)]).to.eql([[ofA, ofB].sort(), []]);
    await a.enqueueProtection(undefined, {tags: {answer: 'of A'}});
    expect((await visit.stored()).get(ofB)).to.eql({isHeld: true, tags: {of: 'B'}});
    await b.enqueueProtection(undefined, {scope: 'account'});
    expect((await visit.stored()).get(ofA)).to.eql({isHeld: false, tags: {of: 'A'}});
    expect((await visit.stored()).get(ofB)).to.eql({isHeld: false, tags: {of: 'B'}});
  });

  it('are listed, released and tagged by the provider around each, also after they have left it', async () => {
    const html = `
      <protection-provider ${options}><capture-image></capture-image></protection-provider>
      <protection-provider ${options}><capture-image></capture-image></protection-provider>`;
    const {a, providers, ofA, ofB} = await twoPhotos(html);
    const [one, other] = providers;
    expect(providers.map(idsOf)).to.eql([[ofA], [ofB]]);
    expect([one.pendingProtections, one.isAllProtected, one.failedProtections]).to.eql([
      1,
      false,
      0,
    ]);
    await other.enqueueProtection(undefined, {tags: {room: '2'}});
    expect((await visit.stored()).get(ofA)).to.eql({isHeld: true});
    a.remove();
    expect(providers.map(idsOf)).to.eql([[ofA], [ofB]]);
    await one.enqueueProtection(undefined, {tags: {room: '1'}});
    expect((await visit.stored()).get(ofA)).to.eql({isHeld: false, tags: {room: '1'}});
    await one.discard(ofA);
    expect(providers.map(idsOf)).to.eql([[], [ofB]]);
  });

  it('are sealed where their own element says, also if that changes', async () => {
    const {a, ofA, ofB} = await twoPhotos(two);
    const endpointOf = async (captureId: string) =>
      (await visit.core.ports.store.list()).find((job) => job.captureId === captureId)?.endpoint;
    const before = await endpointOf(ofB);
    a.baseUrl = '/corrected';
    const corrected = `${location.origin}/corrected`;
    await waitUntil(async () => (await endpointOf(ofA)) === corrected, 'it is stored', {
      timeout: 10_000,
    });
    expect(await endpointOf(ofB)).to.equal(before);
    expect(idsOf(a)).to.eql([ofA]);
  });
});
