import {expect} from '@open-wc/testing';
import type {JobDoneDetail, Shot} from '../../../src/elements/capture-image/shots/shot.js';
import {textOf} from '../kit.js';
import {command, Flow, waitUntil} from './flow.js';

const shots: readonly Shot[] = ['Front', 'Left', 'Back', 'Papers'].map((label) => ({
  id: label.toLowerCase(),
  label,
}));

/** The line between this browser and the service. */
const line = async (to: string, isCut: boolean): Promise<string> =>
  (await command<{address: string}>('line', {to, isCut})).address;

describe('a job in this engine, with the real service', () => {
  let flow: Flow;
  afterEach(() => flow.end());

  it('is begun without the service, closed, delivered and complete, and names a photo that is removed', async function () {
    this.timeout(90_000);
    const {http} = await command<{http: string}>('upload-server');
    const shelf = `${http}/shelf/${crypto.randomUUID()}`;
    const job = `claim ${crypto.randomUUID()}`;
    let service = '';
    flow = await Flow.create({id: 'car', job, deliverTo: shelf, shots}, (to) => {
      service = to;
      return line(to, false);
    });
    const done: JobDoneDetail[] = [];
    flow.element.addEventListener('job-done', ({detail}) => done.push(detail));
    const shot = () => textOf(flow.find('[part=shot]'));
    await flow.open();
    await waitUntil(() => flow.has('[part=shot]'), 'the list is there');

    await line(service, true);
    const first = await flow.take();
    await waitUntil(() => shot().includes('2 of 4'), 'the second shot follows');
    const discarded = await flow.take();
    await waitUntil(() => shot().includes('3 of 4'), 'the third shot follows');
    await flow.element.discard(discarded);
    await waitUntil(() => shot().includes('2 of 4'), 'the second shot is open again');
    const left = await flow.take();
    await waitUntil(() => shot().includes('3 of 4'), 'the third shot follows');
    flow.find('.shot .what').click();
    await flow.press('Retake Front');
    const again = await flow.take();
    await waitUntil(() => shot().includes('3 of 4'), 'the third shot follows');
    const back = await flow.take();
    await flow.press('Skip Papers');
    await flow.press('Cannot be reached');
    expect(flow.sealedIds, 'nothing is sealed yet').to.eql([]);
    await flow.press('Done');
    await waitUntil(() => shot().includes('on its way'), 'it is closed');

    await line(service, false);
    // What a browser reports once its network is back; without it, the next attempt would come a few seconds later.
    dispatchEvent(new Event('online'));
    await waitUntil(() => done.length > 0, 'everything is delivered');
    expect(shot()).to.contain('3 of 4 delivered · 1 skipped').and.not.to.contain('on its way');
    const [{closing = ''} = {}] = done;
    const ids = [first, again, left, back, closing];
    const names = (await (await fetch(shelf)).json()) as string[];
    expect(names.toSorted()).to.eql(ids.toSorted());
    const files = await Promise.all(
      names.map(async (name) => {
        const bytes = await (await fetch(`${shelf}/${name}`)).arrayBuffer();
        return new File([bytes], `${name}.jpg`, {type: 'image/jpeg'});
      }),
    );

    for (const verify of ['service', 'local'] as const) {
      const whole = await flow.inspected(files, verify);
      const [set] = whole.sets?.sets ?? [];
      expect(whole.sets?.state, set?.reason).to.equal('complete');
      expect(set).to.deep.include({job, expected: 4, found: 4, missing: [], outOfOrder: []});
      expect(set?.retaken.map((one) => one.file)).to.eql([`${first}.jpg`]);
      expect(set?.discarded.map((one) => one.captureId)).to.eql([discarded]);
      expect(set?.skipped).to.eql([{shot: 'papers', label: 'Papers', reason: 'unreachable'}]);
      expect(whole.text('[part=set]')).to.match(/Complete/);

      const rest = files.filter(({name}) => name !== `${left}.jpg`);
      const {sets, text} = await flow.inspected(rest, verify);
      expect(sets?.state).to.equal('incomplete');
      expect(sets?.sets[0]?.missing).to.deep.include.members([
        {index: 2, captureId: left, shot: 'left', label: 'Left'},
      ]);
      expect(text('[part=set]')).to.match(/Not complete/);
      expect(text('[part=set] .set-remarks')).to.contain('“Left”');
    }
  });
});
