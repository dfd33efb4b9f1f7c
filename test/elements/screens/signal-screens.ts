import {waitUntil} from '@open-wc/testing';
import type {InspectionResult} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import type {SealInspector} from '../../../src/elements/seal-inspector.js';
import {all, change} from '../kit.js';
import {none, valid} from '../seal-inspector/answers.js';
import {picture} from '../seal-inspector/facts.js';
import {FakeClient, fileNamed, inspectorWith, part} from '../seal-inspector/fixture.js';
import {settled, type Begin} from './screens.js';

const answering = (answer: (name: string) => InspectionResult) =>
  new FakeClient((file) => Promise.resolve(answer((file as File).name)));

/** Files from addresses: the field, each problem, and progress. */
export async function* addresses(begin: Begin): AsyncGenerator<string> {
  const element = await inspectorWith(answering(() => none));
  await begin(element);
  const {fetch} = globalThis;
  const page = {headers: {'Content-Type': 'text/html'}};
  const answers: Record<string, () => Promise<Response>> = {
    closed: () => Promise.reject(new TypeError('Failed to fetch')),
    gone: () => Promise.resolve(new Response('', {status: 404})),
    refused: () => Promise.resolve(new Response('', {status: 403})),
    page: () => Promise.resolve(new Response('', page)),
    large: () => Promise.resolve(new Response('', {headers: {'Content-Length': '600000000'}})),
    progress: () =>
      Promise.resolve(
        new Response(new ReadableStream({start: (given) => given.enqueue(new Uint8Array(3))}), {
          headers: {'Content-Length': '8'},
        }),
      ),
    fetching: () => new Promise(() => undefined),
  };
  try {
    await settled(element, all(element, '#address-open')[0]?.click());
    yield 'field';
    await change(element, {source: 'ftp://example.org'});
    yield 'wrong';
    for (const [name, answer] of Object.entries(answers)) {
      globalThis.fetch = answer;
      await change(element, {source: `https://example.org/${name}.jpg`});
      await settled(element, new Promise((resolve) => setTimeout(resolve, 50)));
      yield name;
    }
    globalThis.fetch = () =>
      Promise.resolve(new Response('x', {headers: {'Content-Type': 'image/jpeg'}}));
    await change(element, {source: 'https://pbs.twimg.com/photo.jpg'});
    await waitUntil(() => part(element, 'verdict'));
    await settled(element);
    yield 'from a platform';
  } finally {
    globalThis.fetch = fetch;
  }
}

const at = (latitude: number, minute: number, others: Partial<InspectionResult> = {}) => ({
  ...valid,
  gps: {latitude, longitude: 11.5, timestamp: `2026-11-20T14:${minute}:00Z`},
  ...others,
});
const by = (account: string, signedBy: string, shot: number): Partial<InspectionResult> => ({
  tags: {deviceId: '7', account},
  signature: {...valid.signature, signedBy},
  features: {shot: {id: `shot-${shot}`}},
});

const answers: Readonly<Record<string, InspectionResult>> = {
  'IMG_1.jpg': at(48, 30),
  'IMG_2.jpg': at(-33, 20, {labelValid: false, labelState: 'invalid'}),
  'IMG_3.jpg': at(48, 10),
  'IMG_15.jpg': {...valid, gps: {}, ...by('ann', 'One Ltd', 1)},
  'IMG_16.jpg': {...valid, gps: {}, ...by('bob', 'Other Ltd', 2)},
  'IMG_17.jpg': {...valid, gps: {}, ...by('bob', 'Other Ltd', 4)},
};
const numbered = [...Object.keys(answers), ...[4, 5, 12, 13, 14].map((one) => `IMG_${one}.jpg`)];

const remarksOf = (element: SealInspector) => all(element, '[part=signals] li').length;

/** What is worth a look in several files. */
export async function* remarks(begin: Begin): AsyncGenerator<string> {
  const element = await inspectorWith(answering((name) => answers[name] ?? none));
  await begin(element);
  const red = await picture('red', [160, 120]);
  const twin = new File([red], 'twin.png', {type: 'image/png'});
  void element.inspect([red, twin, ...numbered.map((name) => fileNamed(name))]);
  await waitUntil(() => remarksOf(element) >= 7, 'the remarks', {timeout: 10_000});
  const details = part(element, 'signals') as HTMLDetailsElement;
  details.open = true;
  await settled(element);
  yield 'all kinds';
}
