import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {
  askOpinions,
  type OpinionOptions,
  type VerifyMode,
} from '../../../src/core/inspection/opinions.js';
import type {FileLimits} from '../../../src/ports/inspection/inspection-limits.js';
import {chooseFiles, sealBeside} from '../../../src/core/inspection/given-files.js';
import type {InspectOptions} from '../../../src/core/inspection/inspection-client.js';
import {SealedCaptureError, type ErrorCode} from '@sealed-capture/seal/model/errors.js';
import {
  labelStates,
  type InspectionResult,
  type LabelState,
} from '@sealed-capture/seal/model/inspection/inspection-result.js';

const url = 'https://inspect.example/v1/inspect';

const verdict = (labelState: LabelState, ...failed: string[]): InspectionResult => ({
  labelValid: labelState === 'valid',
  labelState,
  reason: labelState,
  checks: [
    ...failed.map((code) => ({code, passed: false, explanation: 'No.'})),
    {code: 'claimSignature.validated', passed: true, explanation: 'Yes.'},
  ],
});

type Answer = InspectionResult | SealedCaptureError | 'never';

/** Answers, or waits until it is aborted. */
function answer(given: Answer, signal: AbortSignal): Promise<InspectionResult> {
  if (given instanceof Error) return Promise.reject(given);
  if (given !== 'never') return Promise.resolve(given);
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new SealedCaptureError('aborted', 'Given up.')));
  });
}

interface Answers {
  service?: Answer;
  local?: Answer;
  anchors?: string | SealedCaptureError;
  limits?: FileLimits;
  file?: Blob;
}

/** Verifiers that give these answers, and the requests that they received. */
function setup({service = 'never', local = 'never', anchors = 'FETCHED', limits, file}: Answers) {
  const asked: string[] = [];
  const controller = new AbortController();
  const shares: number[] = [];
  const ask = (verify: VerifyMode, options: Partial<OpinionOptions> = {}) =>
    askOpinions(
      file ?? new Blob(['file']),
      {
        verify,
        url,
        signal: controller.signal,
        onProgress: (share) => shares.push(share),
        ...options,
      },
      {
        service: {
          inspect: (_file, {url, apiKey = '-', asFile, signal, onProgress}: InspectOptions) => {
            asked.push(`service ${url} ${apiKey}${asFile ? ' as a file' : ''}`);
            onProgress?.(0.5);
            return answer(service, signal);
          },
        },
        ...(limits && {
          limits: {
            of: (url) => {
              asked.push(`limits ${url}`);
              return Promise.resolve(limits);
            },
          },
        }),
        local: {
          verify: (_file, {trustAnchors, signal, onProgress, detached}) => {
            asked.push(`local ${trustAnchors}${detached ? ` with ${detached.name}` : ''}`);
            onProgress?.(0.25);
            return answer(local, signal);
          },
        },
        trustAnchors: {
          of: (url) => {
            asked.push(`anchors ${url}`);
            return anchors instanceof Error ? Promise.reject(anchors) : Promise.resolve(anchors);
          },
        },
      },
    );
  return {ask, asked, shares, controller};
}

const failure = (code: ErrorCode) => new SealedCaptureError(code, '');

describe('one verifier', () => {
  it('may be the service alone, and the browser loads nothing', async () => {
    const result = verdict('valid');
    const {ask, asked, shares} = setup({service: result});
    assert.deepEqual(await ask('service', {apiKey: 'key'}), {result, service: result, url});
    assert.deepEqual(asked, ['service https://inspect.example/v1/inspect key']);
    assert.deepEqual(shares, [0.5]);
  });

  it('may be the browser alone, which only requests the trust anchors from the service', async () => {
    const result = verdict('valid');
    const {ask, asked} = setup({local: result});
    assert.deepEqual(await ask('local'), {result, local: result, trustAnchors: 'FETCHED'});
    assert.deepEqual(asked, ['anchors https://inspect.example/v1/inspect', 'local FETCHED']);
  });

  it('requests no trust anchors if the page provides them', async () => {
    const {ask, asked} = setup({local: verdict('valid')});
    assert.equal((await ask('local', {trustAnchors: 'GIVEN'})).trustAnchors, 'GIVEN');
    assert.deepEqual(asked, ['local GIVEN']);
  });

  it('uses the trust anchors of the service if the page provides none, or only an empty text', async () => {
    const {ask} = setup({local: verdict('valid')});
    assert.equal((await ask('local', {trustAnchors: ''})).trustAnchors, 'FETCHED');
  });

  it('fails for invalid trust anchors of the page, but not for those of the service', async () => {
    const {ask} = setup({local: failure('configuration_invalid')});
    await assert.rejects(ask('local', {trustAnchors: 'GIVEN'}), {code: 'configuration_invalid'});
    await assert.rejects(ask('local'), {code: 'response_invalid'});
  });

  it('fails instead of calling every signer unknown if it cannot load the trust anchors', async () => {
    const {ask, asked} = setup({local: verdict('untrusted'), anchors: failure('network_failed')});
    await assert.rejects(ask('local'), {code: 'network_failed'});
    assert.ok(!asked.some((line) => line.startsWith('local')));
  });

  it('is none if the page configures none', async () => {
    const {ask, asked} = setup({});
    for (const mode of ['', 'Both', 'remote']) {
      await assert.rejects(ask(mode as VerifyMode), {code: 'configuration_invalid'});
    }
    assert.deepEqual(asked, []);
  });
});

describe('a file that is larger than the service accepts', () => {
  const MIB = 1024 * 1024;
  const sized = (bytes: number, name: string, type = '') =>
    new File([new Uint8Array(bytes)], name, {type});
  const limits = {image: 2 * MIB, other: 3 * MIB};
  const asksLimits = `limits ${url}`;

  it('is read in this browser with progress, and not sent', async () => {
    const local = verdict('valid');
    for (const mode of ['service', 'both'] as const) {
      const file = sized(3 * MIB + 1, 'a.mp4', 'video/mp4');
      const {ask, asked, shares} = setup({local, limits, file});
      const {unanswered, ...opinions} = await ask(mode);
      assert.deepEqual(opinions, {result: local, local, trustAnchors: 'FETCHED', url});
      assert.equal(unanswered?.by, 'service');
      assert.equal(unanswered?.error.code, 'too_large');
      assert.deepEqual(asked, [asksLimits, `anchors ${url}`, 'local FETCHED']);
      assert.deepEqual(shares, [0.25]);
    }
  });

  it('is known by its type, or by its name if the system reports none', async () => {
    const local = verdict('none');
    for (const file of [sized(2 * MIB + 1, 'a', 'image/tiff'), sized(2 * MIB + 1, 'a.HEIC')]) {
      const {ask} = setup({local, limits, file});
      assert.equal((await ask('service')).result, local);
    }
    const file = sized(2 * MIB + 1, 'a.pdf');
    const {ask, asked} = setup({service: local, limits, file});
    await ask('service');
    assert.deepEqual(asked, [asksLimits, `service ${url} -`]);
  });

  it('is too large where the page has no engine of its own', async () => {
    const file = sized(4 * MIB, 'a.mov');
    const {ask} = setup({local: failure('worker_unavailable'), limits, file});
    await assert.rejects(ask('service'), {code: 'too_large'});
  });

  it('is sent to a service that does not say its limits; small ones are sent without asking', async () => {
    const service = verdict('valid');
    const large = setup({service, limits: {}, file: sized(4 * MIB, 'a.mov')});
    assert.equal((await large.ask('service')).service, service);
    const small = setup({service, limits, file: sized(MIB, 'a.mov')});
    assert.equal((await small.ask('service')).service, service);
    assert.deepEqual(small.asked, [`service ${url} -`]);
  });

  it('is sent as it is where the service takes that, for one verifier or both', async () => {
    const result = verdict('valid');
    for (const mode of ['service', 'both'] as const) {
      const answers = {service: result, local: result};
      const file = sized(1.5 * MIB, 'a.jpg', 'image/jpeg');
      const {ask, asked} = setup({...answers, limits: {...limits, takesFile: true}, file});
      await ask(mode);
      assert.ok(asked.includes(`service ${url} - as a file`), asked.join());
    }
  });

  it('asks nothing of the service if only this browser checks', async () => {
    const {ask, asked} = setup({local: verdict('valid'), limits, file: sized(4 * MIB, 'a.mov')});
    await ask('local', {trustAnchors: 'GIVEN'});
    assert.deepEqual(asked, ['local GIVEN']);
  });
});

describe('a file that is given together with its seal', () => {
  const file = (name: string) => new File(['content'], name);
  const names = (files: readonly File[]) => files.map(({name}) => name);

  it('is found by its name, whatever else is given', () => {
    const all = ['a.jpg', 'a.c2pa', 'b.jpg', 'b.jpg.c2pa', 'c.jpg', 'd.c2pa', 'e.txt'].map(file);
    const {files, others} = chooseFiles(all);
    assert.deepEqual(names(files), ['a.jpg', 'b.jpg', 'c.jpg']);
    assert.equal(others, 2, 'a seal without its file, and a text');
    assert.deepEqual(
      files.map((one) => sealBeside(one)?.name),
      ['a.c2pa', 'b.jpg.c2pa', undefined],
    );
    assert.deepEqual(names(chooseFiles([file('alone.c2pa')]).files), ['alone.c2pa']);
  });

  it('is not paired with a seal that may be of another file', () => {
    const sealsOf = (...given: string[]) =>
      chooseFiles(given.map(file)).files.map(({name}, index, all) => {
        return `${name} ${sealBeside(all[index]!)?.name ?? '-'}`;
      });
    assert.deepEqual(sealsOf('a.jpg', 'a.png', 'a.c2pa'), ['a.jpg -', 'a.png -']);
    assert.deepEqual(sealsOf('a.ARW', 'a.jpg', 'a.jpg.c2pa', 'a.c2pa'), [
      'a.ARW -',
      'a.jpg a.jpg.c2pa',
    ]);
    assert.deepEqual(sealsOf('a.jpg', 'a.jpg.png', 'a.jpg.c2pa'), [
      'a.jpg a.jpg.c2pa',
      'a.jpg.png -',
    ]);
    assert.deepEqual(sealsOf('a.jpg', 'a.txt', 'a.c2pa'), ['a.jpg a.c2pa']);
    assert.deepEqual(sealsOf('a.jpg', 'a.jpg', 'a.jpg.c2pa'), ['a.jpg -', 'a.jpg -']);
    assert.deepEqual(sealsOf('a.jpg', 'a.c2pa', 'a.C2PA'), ['a.jpg -'], 'two seals');
  });

  it('is checked in this browser with it, and not sent', async () => {
    const [media] = chooseFiles([file('a.jpg'), file('a.c2pa')]).files;
    for (const mode of ['service', 'local', 'both'] as const) {
      const local = verdict('valid');
      const {ask, asked} = setup({local, file: media});
      const {result, service} = await ask(mode);
      assert.equal(result, local);
      assert.equal(service, undefined);
      assert.deepEqual(asked, [`anchors ${url}`, 'local FETCHED with a.c2pa']);
    }
  });
});

describe('a file with its seal in a page without an engine', () => {
  const [media] = chooseFiles([new File(['a'], 'a.jpg'), new File(['b'], 'a.c2pa')]).files;
  const blocked = failure('worker_unavailable');

  it('is sent to the service, which gets the file alone, unless only the browser may check', async () => {
    for (const mode of ['service', 'both'] as const) {
      const service = verdict('none');
      const {ask, asked} = setup({local: blocked, service, file: media});
      const unanswered = {by: 'local', error: blocked};
      assert.deepEqual(await ask(mode), {result: service, service, unanswered, url});
      assert.equal(asked.at(-1), `service ${url} -`);
    }
    const {ask, asked} = setup({local: blocked, service: verdict('none'), file: media});
    await assert.rejects(ask('local'), {code: 'worker_unavailable'});
    assert.ok(!asked.some((line) => line.startsWith('service')));
  });

  it('is not sent if this browser fails for another reason', async () => {
    const {ask} = setup({local: failure('media_unsupported'), file: media});
    await assert.rejects(ask('service'), {code: 'media_unsupported'});
  });
});

describe('two verifiers', () => {
  const caution: LabelState[] = ['invalid', 'unchecked', 'none', 'untrusted', 'interim', 'valid'];

  for (const service of labelStates) {
    for (const local of labelStates) {
      it(`show the more cautious of ${service} and ${local}`, async () => {
        const {ask} = setup({service: verdict(service), local: verdict(local)});
        const opinions = await ask('both');
        const shown = caution.find((state) => state === service || state === local);
        assert.equal(opinions.result.labelState, shown);
        assert.equal(opinions.service?.labelState, service);
        assert.equal(opinions.local?.labelState, local);
        assert.deepEqual(opinions.differences, {state: service !== local, codes: [], contents: []});
        assert.equal(opinions.unanswered, undefined);
      });
    }
  }

  it('are asked at the same time', async () => {
    const {ask, asked, controller} = setup({});
    const asking = ask('both');
    await new Promise(setImmediate);
    assert.deepEqual(asked.map((line) => line.split(' ')[0]).sort(), [
      'anchors',
      'local',
      'service',
    ]);
    controller.abort();
    await assert.rejects(asking);
  });

  it('differ by the codes that failed in one answer only, each listed once', async () => {
    const {ask} = setup({
      service: verdict('invalid', 'general.error', 'a.failed', 'a.failed'),
      local: verdict('invalid', 'b.failed', 'general.error'),
    });
    const {differences} = await ask('both');
    assert.deepEqual(differences, {state: false, codes: ['a.failed', 'b.failed'], contents: []});
  });

  it('do not differ on checks if a service returns none', async () => {
    const silent = {...verdict('invalid'), checks: []};
    const {ask} = setup({service: silent, local: verdict('invalid', 'b.failed')});
    assert.deepEqual((await ask('both')).differences, {state: false, codes: [], contents: []});
  });

  it('give one verdict if the other cannot answer, and report which', async () => {
    const result = verdict('valid');
    const offline = failure('network_failed');
    const withoutService = await setup({service: offline, local: result}).ask('both');
    assert.deepEqual(withoutService, {
      result,
      local: result,
      unanswered: {by: 'service', error: offline},
      url,
      trustAnchors: 'FETCHED',
    });
    const blocked = failure('worker_unavailable');
    const withoutEngine = await setup({service: result, local: blocked}).ask('both');
    assert.deepEqual(withoutEngine, {
      result,
      service: result,
      unanswered: {by: 'local', error: blocked},
      url,
    });
    const withoutAnchors = await setup({service: result, anchors: offline}).ask('both');
    assert.deepEqual(withoutAnchors.unanswered, {by: 'local', error: offline});
  });

  it('fail with the service’s error if neither can answer', async () => {
    const {ask} = setup({
      service: failure('network_failed'),
      local: failure('worker_unavailable'),
    });
    await assert.rejects(ask('both'), {code: 'network_failed'});
  });

  it('get the same input: a mistake of the page fails both', async () => {
    const wrong = failure('configuration_invalid');
    const given = {trustAnchors: 'GIVEN'};
    const code = 'configuration_invalid';
    await assert.rejects(setup({service: verdict('valid'), local: wrong}).ask('both', given), {
      code,
    });
    await assert.rejects(setup({service: wrong, local: verdict('valid')}).ask('both'), {code});
    const offline = failure('network_failed');
    await assert.rejects(setup({service: offline, local: wrong}).ask('both', given), {code});
    const {unanswered} = await setup({service: verdict('valid'), local: wrong}).ask('both');
    assert.equal(unanswered?.error.code, 'response_invalid', 'the service said it, not the page');
  });

  it('keep the settings with which they were asked', async () => {
    const {ask} = setup({service: verdict('valid'), local: verdict('valid')});
    const {url: asked, trustAnchors} = await ask('both', {trustAnchors: 'GIVEN'});
    assert.deepEqual([asked, trustAnchors], [url, 'GIVEN']);
  });

  it('are both aborted, also if one had answered', async () => {
    for (const answers of [{}, {service: verdict('valid')}, {local: verdict('valid')}]) {
      const {ask, controller} = setup(answers);
      const asking = ask('both');
      await new Promise(setImmediate);
      controller.abort();
      await assert.rejects(asking, {code: 'aborted'});
    }
  });
});
