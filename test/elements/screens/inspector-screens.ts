import {waitUntil} from '@open-wc/testing';
import type {VerifyMode} from '../../../src/core/inspection/opinions.js';
import type {SealInspector} from '../../../src/elements/seal-inspector.js';
import {errorCodes, SealedCaptureError, type ErrorCode} from '@sealed-capture/seal/model/errors.js';
import type {
  Check,
  InspectionResult,
} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import type {FileFacts, SealContents} from '@sealed-capture/seal/model/inspection/seal-contents.js';
import {unavailableReasons} from '@sealed-capture/seal/model/unavailable-reason.js';
import {all, change, textOf} from '../kit.js';
import {answers, valid} from '../seal-inspector/answers.js';
import {contents, facts, picture} from '../seal-inspector/facts.js';
import {
  FakeClient,
  fileNamed,
  inspectorWith,
  part,
  transferEvent,
} from '../seal-inspector/fixture.js';
import {given as texts} from './given.js';
import {settled, type Begin, type Screens} from './screens.js';
import {setFacts, sets} from './set-screens.js';
import {addresses, remarks} from './signal-screens.js';

const check = (code: string, passed = false, inIngredient = false): Check => ({
  code,
  passed,
  explanation: 'The verifier’s own words.',
  inIngredient,
});
const brief: InspectionResult = {
  ...answers.valid,
  reason: 'The verifier’s own words.',
  checks: valid.checks.map(({code}) => check(code, true)),
};
const judged = (
  labelState: InspectionResult['labelState'],
  checks: readonly Check[],
  more: Partial<InspectionResult> = {},
): InspectionResult => ({...brief, labelState, labelValid: false, checks: [...checks], ...more});

const trusted = brief.checks;
const signed = trusted.slice(0, -1);

/** Answers whose words differ. */
const verdicts: Readonly<Record<string, InspectionResult>> = {
  valid: brief,
  'valid, from a broken source': {
    ...brief,
    checks: [...trusted, check('assertion.dataHash.mismatch', false, true)],
  },
  'valid, of an unknown time': {...brief, checks: [...trusted, check('timeStamp.untrusted')]},
  'valid, without a time': {
    ...brief,
    signature: {...valid.signature, timestamp: undefined},
    checks: trusted.filter(({code}) => !code.startsWith('timeStamp')),
  },
  'valid, stamped later': {
    ...brief,
    checks: [...trusted, check('org.sealed-capture.timeStamp.later', true)],
  },
  'valid, of a listed product': {
    ...brief,
    signature: {
      ...valid.signature,
      trustList: 'official',
      assuranceLevel: 2,
      product: {
        ...{maker: texts.maker, name: texts.product, maximumLevel: 2, status: 'conformant'},
        disallowedSignals: ['capturedMedia', 'capturedMediaStitched', 'nonGenAIDigitalCreation'],
      },
    },
  },
  ...Object.fromEntries(
    (['within', 'outside', 'absent', 'rough', 'old'] as const).map((name) => [
      `valid, of a place: ${name}`,
      {
        ...brief,
        features: {
          shot: {
            id: texts.name,
            label: texts.name,
            expectedPlace: {latitude: 48.1372, longitude: -11.5761, radius: 25},
          },
        },
        placeComparison:
          name === 'within' || name === 'outside'
            ? {outcome: name, distance: 7.4, accuracy: 8.4}
            : {outcome: 'unknown' as const, why: name},
      },
    ]),
  ),
  interim: judged('interim', [...signed, check('org.sealed-capture.interimSigner')]),
  untrusted: judged('untrusted', [...signed, check('signingCredential.untrusted')]),
  'untrusted, of a known signer': judged('untrusted', [
    ...trusted,
    check('cawg.identity.untrusted'),
    check('timeStamp.mismatch'),
  ]),
  changed: judged('invalid', [...trusted, check('assertion.dataHash.mismatch')]),
  'not as it was signed': judged('invalid', [
    check('claimSignature.mismatch'),
    check('signingCredential.expired'),
  ]),
  'of a revoked signer': judged('invalid', [
    ...signed,
    check('signingCredential.ocsp.revoked'),
    check('manifest.missing'),
  ]),
  'unknown code': judged('invalid', [
    check('com.example.new'),
    check('cawg.new'),
    check('org.sealed-capture.clock.off'),
  ]),
  none: answers.none,
  unchecked: judged('unchecked', [check('general.error')]),
  'without data': {
    labelValid: true,
    labelState: 'valid',
    reason: 'The verifier’s own words.',
    checks: [],
  },
};

const trained = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia';
const sealContents: Partial<SealContents> = {
  actions: [
    ...contents.actions,
    {name: 'c2pa.edited', digitalSourceType: trained, software: 'Darkroom 4.1'},
    {name: 'c2pa.color_adjustments', when: '2026-11-20T14:00:00Z'},
  ],
  actionsLeftOut: 3,
  ingredientsLeftOut: 2,
};

const given = (answer: InspectionResult | Promise<InspectionResult>) =>
  new FakeClient(() => Promise.resolve(answer));

function reading(element: SealInspector, read: () => Promise<FileFacts>) {
  element.reader = {facts: read, evidence: () => Promise.reject(new Error('Not available.'))};
}

const unfold = async (element: SealInspector) => {
  for (const folded of all<HTMLDetailsElement>(element, 'details')) folded.open = true;
  await settled(element);
};

async function shown(element: SealInspector, answer: InspectionResult, file: File) {
  element.client = given(answer);
  await settled(element, element.inspect(file));
  await waitUntil(
    () => textOf(part(element, 'preview')) || part(element, 'preview')?.firstElementChild,
    'the preview is drawn',
  );
  await settled(element);
  await unfold(element);
}

async function* intake(begin: Begin): AsyncGenerator<string> {
  const element = await inspectorWith(new FakeClient(() => new Promise(() => undefined)));
  await begin(element);
  yield 'empty';
  await change(element, {verify: 'local'});
  yield 'empty, nothing is sent';
  const over = transferEvent('dragover', 'dataTransfer', [fileNamed('photo.jpg')]);
  await settled(element, element.dispatchEvent(over));
  yield 'dragging';
  await change(element, {verify: 'service'});
  const files = [fileNamed('a.jpg'), fileNamed('b.jpg'), fileNamed('c.pdf', 'application/pdf')];
  await settled(element, element.dispatchEvent(transferEvent('drop', 'dataTransfer', files)));
  yield 'one was left out';
}

async function* progress(begin: Begin): AsyncGenerator<string> {
  let report: ((share: number) => void) | undefined;
  const element = await inspectorWith(
    new FakeClient((_, {onProgress}) => {
      report = onProgress;
      return new Promise(() => undefined);
    }),
  );
  await begin(element);
  void element.inspect(fileNamed('photo.jpg'));
  await settled(element);
  for (const share of [0.42, 1]) {
    await settled(element, report?.(share));
    yield `${share} is sent`;
  }
  await settled(element, all(element, '.working button')[0]?.click());
  yield 'cancelled';
}

async function* problems(begin: Begin): AsyncGenerator<string> {
  const element = await inspectorWith(given(brief));
  await begin(element);
  const failing = async (code: ErrorCode, more: object = {}, file = fileNamed('photo.jpg')) => {
    element.client = new FakeClient(() =>
      Promise.reject(new SealedCaptureError(code, 'For developers.', more)),
    );
    await settled(element, element.inspect(file));
  };
  for (const code of errorCodes) {
    await failing(code);
    yield code;
  }
  for (const status of [400, 403, 404]) {
    await failing('request_rejected', {status});
    yield `${status}`;
  }
  await failing('rate_limited', {retryAfter: 1000});
  yield 'wait a second';
  await failing('media_unsupported', {cause: new Error('It was moved.')});
  yield 'unreadable';
  await settled(element, element.inspect(new File([], 'photo.jpg', {type: 'image/jpeg'})));
  yield 'empty';
}

async function* results(begin: Begin): AsyncGenerator<string> {
  const element = await inspectorWith(given(brief));
  await begin(element);
  const file = await picture('navy', [160, 120]);
  const thumbnail = await picture('teal', [160, 120]);
  const ingredients = contents.ingredients.map((one) => ({...one, thumbnail}));
  reading(element, () => Promise.resolve(facts({...sealContents, ingredients})));
  for (const [name, answer] of Object.entries(verdicts)) {
    await shown(element, answer, file);
    yield name;
  }
  reading(element, () => Promise.reject(new SealedCaptureError('worker_unavailable', 'No.')));
  await shown(element, brief, fileNamed('notes.xyz', 'application/x-unknown'));
  yield 'without facts';
  reading(element, () => new Promise(() => undefined));
  await shown(element, brief, file);
  yield 'facts are read';
}

const redactions: InspectionResult['redactions'] = [
  {
    sections: ['place', 'device', 'gathered', 'capture'],
    labels: ['org.sealed-capture.place'],
    reason: 'c2pa.PII.present',
    note: 'Darkroom 4.1',
    by: 'Somebody',
    when: '2026-11-22T09:30:00Z',
  },
  {sections: ['place'], labels: [], reason: 'c2pa.invalid.data'},
  {sections: [], labels: ['com.example.notes'], reason: 'com.example.mistake'},
];
const microphone = {
  ...{deviceName: 'Pixel 9', sampleRate: 48_000, channels: 2, missing: 1.25},
  ...{echoCancellation: false, noiseSuppression: true, autoGainControl: true, bookmarks: [0.5, 1]},
};

async function* data(begin: Begin): AsyncGenerator<string> {
  const element = await inspectorWith(given(brief));
  await begin(element);
  const file = await picture('navy', [160, 120]);
  reading(element, () => Promise.resolve(facts()));
  await shown(element, {...brief, redactions}, file);
  yield 'redacted';
  for (const unavailableReason of unavailableReasons) {
    const missing = {unavailableReason};
    const answer = {...brief, gps: missing, orientation: missing, camera: missing, device: missing};
    await shown(element, answer, file);
    yield unavailableReason;
  }
  const camera = {
    ...{zoomLevel: 2, focusMode: 'continuous', whiteBalanceMode: 'manual', selfTimer: 3},
    ...{focusPoint: {x: 0.5, y: 0.2}, lowLightBoost: true, sharpness: 0.2, meanLuminance: 0.4},
  };
  const answer = {
    ...brief,
    camera: {...brief.camera, ...camera},
    network: {wifi: true, cellular: {technologies: []}},
  };
  await shown(element, answer, file);
  yield 'more of the camera';
  const search = all<HTMLInputElement>(element, '[type=search]')[0];
  for (const words of ['1', 'qqqq']) {
    if (search) search.value = words;
    await settled(element, search?.dispatchEvent(new Event('input', {bubbles: true})));
    yield `search: ${words}`;
  }
  if (search) search.value = '';
  await settled(element, search?.dispatchEvent(new Event('input', {bubbles: true})));
  for (const button of all(element, '[part~=tree] button, .tree button, [part=sections] button')) {
    await settled(element, button.click());
  }
  yield 'buttons of the tree';
  const sound = await fetch('/test/elements/media/tone.mp3');
  const recording = new File([await sound.arrayBuffer()], 'ton.mp3', {type: 'audio/mpeg'});
  const {camera: _camera, features: _features, ...rest} = brief;
  await shown(element, {...rest, microphone}, recording);
  yield 'recording';
  await shown(
    element,
    {
      ...rest,
      microphone: {unavailableReason: 'not_supported'},
      labelState: 'untrusted',
    },
    recording,
  );
  yield 'recording without a microphone';
}

const offline = new SealedCaptureError('network_failed', 'For developers.');
const silences = [
  'timeout',
  'service_unavailable',
  'rate_limited',
  'unauthorized',
  'credentials_missing',
  'too_large',
  'media_unsupported',
  'response_invalid',
] as const;

async function* opinions(begin: Begin): AsyncGenerator<string> {
  const element = await inspectorWith(given(brief));
  await begin(element);
  const by = async (
    verify: VerifyMode,
    service: InspectionResult | Error,
    local: InspectionResult | Error = service,
  ) => {
    const say = (said: InspectionResult | Error) =>
      said instanceof Error ? Promise.reject(said) : Promise.resolve(said);
    element.client = new FakeClient(() => say(service));
    element.verify = verify;
    element.verifiers = {
      local: {verify: () => say(local)},
      trustAnchors: {of: () => Promise.resolve('')},
    };
    await settled(element, element.inspect(fileNamed('photo.jpg')));
  };
  const {untrusted = brief, changed = brief} = verdicts;
  for (const verify of ['service', 'local', 'both'] as const) {
    await by(verify, untrusted);
    yield `by ${verify}`;
  }
  await by('both', brief, changed);
  yield 'they differ';
  const read = {
    ...brief,
    signature: {signedBy: 'B'},
    gps: {latitude: 50, longitude: 9},
    gravity: {},
    x: 1,
  };
  await by('both', brief, read);
  yield 'they read something else';
  await by('both', brief, offline);
  yield 'no anchors';
  for (const code of ['worker_unavailable', 'media_unsupported'] as const) {
    await by('both', brief, new SealedCaptureError(code, 'For developers.'));
    yield `local: ${code}`;
  }
  for (const code of ['network_failed', ...silences] as const) {
    await by('both', new SealedCaptureError(code, 'For developers.'), brief);
    yield `service: ${code}`;
  }
}

async function* files(begin: Begin): AsyncGenerator<string> {
  const element = await inspectorWith(
    new FakeClient((file) => {
      const [kind = ''] = (file as File).name.split(/[.\d]/);
      if (kind === 'busy') return new Promise(() => undefined);
      const answer = verdicts[kind];
      return answer ? Promise.resolve(answer) : Promise.reject(offline);
    }),
  );
  await begin(element);
  const names = [
    'valid',
    'interim',
    'untrusted',
    'changed',
    'none',
    'unchecked',
    'fails',
    'busy1',
    'busy2',
    'busy3',
  ];
  void element.inspect(names.map((name) => fileNamed(`${name}.jpg`)));
  const options = () => all(element, '[role=option]');
  await waitUntil(() => options().length === names.length, 'all are listed');
  await settled(element);
  yield 'checking';
  for (const index of [6, 7, 9]) {
    await settled(element, options()[index]?.click());
    yield `file ${index}`;
  }
  for (const button of all(element, '.tools button, [part=files] button')) {
    await settled(element, button.click());
    yield `${textOf(button)} pressed`;
    if (!button.isConnected) break;
  }
}

async function* takingAlong(begin: Begin): AsyncGenerator<string> {
  const element = await inspectorWith(given(brief));
  await begin(element);
  const file = await picture('navy', [160, 120]);
  const {...seal} = facts(sealContents);
  for (const answer of [brief, ...Object.values(verdicts).slice(4, 11)]) {
    const texts: string[] = [];
    element.reader = {
      facts: () => Promise.resolve(seal),
      evidence: (_file, packed) => {
        texts.push(...packed.map(({text}) => text));
        return Promise.reject(new Error('Not here.'));
      },
    };
    await shown(element, {...answer, redactions}, file);
    all(element, '[part=take-away] button')[1]?.click();
    await waitUntil(() => texts.length > 0, 'the report is written');
    await settled(element);
    const page = new DOMParser().parseFromString(texts[1] ?? '', 'text/html');
    const report = document.createElement('div');
    report.append(...page.body.childNodes);
    element.shadowRoot?.append(report);
    await settled(element);
    yield `report: ${answer.labelState}`;
    report.remove();
  }
  element.reader = {
    facts: () => Promise.resolve(seal),
    evidence: () => Promise.reject(new SealedCaptureError('worker_unavailable', 'No.')),
  };
  await shown(element, brief, file);
  await settled(element, all(element, '[part=take-away] button')[3]?.click());
  yield 'no worker';
}

/** The inspector: files, verdicts, and what a seal holds. */
export const inspectorScreens: Readonly<Record<string, Screens>> = {
  intake,
  progress,
  problems,
  results,
  data,
  opinions,
  files,
  takingAlong,
  addresses,
  remarks,
  sets,
  setFacts,
};
