import {expect} from '@open-wc/testing';
import type {Check, InspectionResult} from '../../../src/model/inspection/inspection-result.js';
import type {SealInspector} from '../../../src/elements/seal-inspector.js';
import {InspectionClient} from '../../../src/core/inspection/inspection-client.js';
import {valid} from './answers.js';
import {facts} from './facts.js';
import {fileNamed, inspectorWith, part, type FakeClient} from './fixture.js';
import {all} from '../kit.js';

const MANY = 100_000;

/** A client that gets this answer as the text of a response. */
const answering = (answer: unknown): InspectionClient => {
  const body = JSON.stringify(answer);
  const send = () => Promise.resolve({status: 200, body, retryAfter: null});
  return new InspectionClient({send}, {now: Date.now});
};

/** An inspector that shows the answer, and the longest task in milliseconds from the answer on, and in what follows. */
async function measured(answer: unknown, act = async (_: SealInspector) => {}) {
  const element = await inspectorWith(answering(answer) as unknown as FakeClient);
  element.reader = {
    facts: () => Promise.resolve(facts()),
    evidence: () => Promise.reject(new Error('Nobody asked for it.')),
  };
  await settled();
  let longest = 0;
  const observer = new PerformanceObserver((list) => {
    for (const {duration} of list.getEntries()) longest = Math.max(longest, duration);
  });
  observer.observe({type: 'longtask'});
  await element.inspect(fileNamed('many.jpg'));
  await settled();
  await act(element);
  await settled();
  for (const {duration} of observer.takeRecords()) longest = Math.max(longest, duration);
  observer.disconnect();
  return {element, longest};
}

/** Waits for the frames that an element still draws. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 400));

const many = <T>(make: (index: number) => T): T[] => Array.from({length: MANY}, (_, n) => make(n));

const passed = (index: number): Check => ({
  code: `com.example.${index}`,
  passed: true,
  explanation: `Statement ${index} is as it was signed.`,
});

const answers: Readonly<Record<string, unknown>> = {
  checks: {...valid, checks: [...valid.checks, ...many(passed)]},
  'failed checks of codes with an area': {
    ...valid,
    labelValid: false,
    labelState: 'invalid',
    checks: many((index) => ({...passed(index), code: `assertion.a${index}`, passed: false})),
  },
  tags: {...valid, tags: Object.fromEntries(many((index) => [`tag ${index}`, `value ${index}`]))},
  'unknown values': {...valid, history: many((index) => ({index, by: `program ${index}`}))},
  'values in groups': {
    ...valid,
    groups: Array.from({length: 300}, (_, group) =>
      Array.from({length: 300}, (_value, index) => ({[`${group}.${index}`]: index})),
    ),
  },
};

describe('<seal-inspector> and very long answers', () => {
  for (const [what, answer] of Object.entries(answers)) {
    it(`never blocks the page for an answer of 100,000 ${what}`, async function () {
      this.timeout(60_000);
      const {element, longest} = await measured(answer, async (shown) => {
        for (const button of all(shown, '.more-of, .label.more')) button.click();
        await settled();
        all<HTMLDetailsElement>(shown, '.json')[0]!.open = true;
      });
      console.log(`${what}: longest task ${longest} ms`);
      expect(longest).to.be.below(1000);
      expect(element.shadowRoot!.querySelectorAll('*').length).to.be.below(20_000);
    });
  }
});
