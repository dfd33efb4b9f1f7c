import {expect, waitUntil} from '@open-wc/testing';
import {sendKeys} from '@web/test-runner-commands';
import type {SealInspector} from '../../../src/elements/seal-inspector.js';
import {invalid, none, ofSandbox, untrusted, valid} from './answers.js';
import {FakeClient, fileNamed, inspectorWith, part} from './fixture.js';
import {all, drawn, textOf} from '../kit.js';

const answers = {valid, untrusted, invalid, none, sandbox: ofSandbox} as const;
const answering = () =>
  new FakeClient((file) => {
    const [kind = ''] = (file as File).name.split(/[.\d]/);
    return kind === 'busy'
      ? new Promise(() => {})
      : Promise.resolve(answers[kind as keyof typeof answers]);
  });

const rows = (element: SealInspector) => all(element, '[role=option]');
const names = (element: SealInspector) =>
  rows(element).map((row) => textOf(row.querySelector('bdi')).replace('.jpg', ''));
const states = (element: SealInspector) =>
  rows(element).map((row) => textOf(row.querySelector('.state')));
const focused = (element: SealInspector) =>
  textOf(element.shadowRoot?.activeElement?.querySelector('bdi')).replace('.jpg', '');

async function listed(...given: string[]): Promise<SealInspector> {
  const element = await inspectorWith(answering());
  void element.inspect(given.map((name) => fileNamed(`${name}.jpg`)));
  const open = given.filter((name) => name.startsWith('busy')).length;
  const isDone = () => {
    const listed = states(element);
    const working = listed.filter((state) => /Checking|Waiting/.test(state));
    return listed.length === given.length && working.length === open;
  };
  await waitUntil(isDone, 'all are checked');
  return element;
}

async function sort(element: SealInspector, value: string) {
  const input = element.shadowRoot?.querySelector('select');
  if (!input) throw new Error('no order');
  input.value = value;
  input.dispatchEvent(new Event('change'));
  await element.updateComplete;
}

const chips = (element: SealInspector) => all(element, '.chips button');

async function show(element: SealInspector, words: string) {
  await drawn(
    element,
    chips(element)
      .find((chip) => textOf(chip) === words)
      ?.click(),
  );
}

describe('the list of many files', () => {
  it('is sorted by verdict, the most serious first, or in the given order', async () => {
    const element = await listed('valid1', 'none', 'busy', 'invalid', 'valid2', 'untrusted');
    expect(names(element)).to.eql(['invalid', 'untrusted', 'none', 'valid1', 'valid2', 'busy']);
    await sort(element, 'given');
    expect(names(element)).to.eql(['valid1', 'none', 'busy', 'invalid', 'valid2', 'untrusted']);
  });

  it('has files without a seal before those that a sandbox has sealed, which are as they were sealed', async () => {
    const element = await listed('valid', 'sandbox', 'none');
    expect(names(element)).to.eql(['none', 'sandbox', 'valid']);
  });

  it('is filtered by state, and the filter shows the number of files', async () => {
    const element = await listed('valid1', 'invalid', 'valid2');
    expect(chips(element).map(textOf)).to.eql(['All files', '1 broken', '2 intact']);
    await show(element, '1 broken');
    expect(chips(element).map(({ariaPressed}) => ariaPressed)).to.eql(['false', 'true', 'false']);
    expect(names(element)).to.eql(['invalid']);
    expect(rows(element)[0]?.tabIndex, 'can be reached').to.equal(0);
    await show(element, 'All files');
    expect(names(element)).to.have.length(3);
  });

  it('shows all files if none is in the chosen state any more', async () => {
    const element = await listed('valid', 'invalid', 'none');
    await show(element, '1 broken');
    rows(element)[0]?.click();
    await element.updateComplete;
    await sendKeys({press: 'Delete'});
    await waitUntil(() => names(element).length === 2, 'it is taken out');
    expect(names(element)).to.eql(['none', 'valid']);
  });

  it('is navigated in its displayed order, and Delete moves the focus to the next visible file', async () => {
    const element = await listed('valid1', 'invalid1', 'valid2', 'invalid2', 'invalid3');
    await show(element, '3 broken');
    rows(element)[0]?.focus();
    await drawn(element, rows(element)[0]?.click());
    await sendKeys({press: 'ArrowDown'});
    await waitUntil(() => focused(element) === 'invalid2', 'over what is not shown');
    await sendKeys({press: 'Delete'});
    await waitUntil(() => focused(element) === 'invalid3', 'the next one');
    expect(names(element)).to.eql(['invalid1', 'invalid3']);
  });

  it('keeps the focus on its file if that moves', async () => {
    const element = await listed('valid', 'busy', 'invalid');
    await sort(element, 'given');
    await drawn(element, rows(element)[0]?.click());
    await waitUntil(() => focused(element) === 'valid', 'it has the focus');
    await sort(element, 'state');
    await waitUntil(() => focused(element) === 'valid', 'it still has');
    expect(names(element)).to.eql(['invalid', 'valid', 'busy']);
  });

  it('moves to the file whose name is typed', async () => {
    const element = await listed('valid1', 'none1', 'none2', 'invalid');
    rows(element)[0]?.focus();
    await sendKeys({type: 'no'});
    await waitUntil(() => focused(element) === 'none1', 'the first that begins so');
    await new Promise((resolve) => setTimeout(resolve, 600));
    await sendKeys({press: 'n'});
    await waitUntil(() => focused(element) === 'none2', 'the next one');
  });

  it('has a shadow if more rows exist than are visible', async () => {
    const element = await listed(...Array.from({length: 14}, (_, index) => `valid${index}`));
    const list = part(element, 'list');
    expect(list?.scrollHeight).to.be.greaterThan(list?.clientHeight ?? 0);
    const {backgroundAttachment} = getComputedStyle(list ?? element);
    expect(backgroundAttachment).to.contain('local').and.to.contain('scroll');
    await expect(element).to.be.accessible();
  });
});

describe('announcements about files', () => {
  it('are repeated if the result is the same for other files', async () => {
    const element = await inspectorWith(answering());
    const status = () => element.shadowRoot?.querySelector('.inspector > [role=status]');
    const heard: string[] = [];
    for (const name of ['valid1', 'valid2']) {
      await element.inspect(fileNamed(`${name}.jpg`));
      await element.updateComplete;
      heard.push(status()?.textContent ?? '');
    }
    expect(heard[0]).not.to.equal(heard[1]);
    expect(new Set(heard.map((text) => text.replace(/\s+/g, ' ').trim())).size).to.equal(1);
  });
});
