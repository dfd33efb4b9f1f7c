import {expect} from '@open-wc/testing';
import {untrusted, valid} from './answers.js';
import {inspectorShowing, part, valueOf} from './fixture.js';
import {drawn, textOf} from '../kit.js';

const attack =
  '<img src=x onerror="window.attacked = true"><script>window.attacked = true</script>';

/** Replaces every string of a value, the keys of tags included. */
function poisoned(value: unknown): unknown {
  if (typeof value === 'string') return attack;
  if (Array.isArray(value)) return value.map(poisoned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, poisoned(inner)]));
}

describe('<seal-inspector> and hostile files', () => {
  it('shows markup in any string as text', async () => {
    const answer = {
      ...(poisoned(untrusted) as typeof untrusted),
      labelState: 'untrusted',
      tags: JSON.parse(`{"__proto__": "x", ${JSON.stringify(attack)}: "y"}`) as object,
    };
    const element = await inspectorShowing(answer);
    const root = element.shadowRoot;
    expect(root?.querySelectorAll('img, script, iframe, object')).to.have.length(0);
    const addresses = [...(root?.querySelectorAll('a') ?? [])].map(({href}) => href);
    expect(addresses).to.eql(['geo:48.1371543,-11.5761243;u=8.4']);
    expect(textOf(part(element, 'verdict'))).to.contain('<img src=x');
    expect(valueOf(element, '__proto__')).to.equal('x');
    expect(valueOf(element, attack)).to.equal('y');
    // Time for an image to fail to load, if one was created.
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect('attacked' in window).to.be.false;
  });

  it('shows a direction override character instead of applying it', async () => {
    const signature = {...valid.signature, signedBy: 'Bank\u202egpj.exe\u0000'};
    const element = await inspectorShowing({...valid, signature});
    const name = part(element, 'verdict')?.querySelector('bdi.name');
    expect(textOf(name)).to.equal('Bank[U+202E]gpj.exe[U+0000]');
    // The name is isolated, and its direction comes from its own characters only.
    expect(getComputedStyle(name as Element).unicodeBidi).to.equal('plaintext');
  });

  it('says of a name that it mixes alphabets, and of no ordinary name', async () => {
    const signature = {...valid.signature, signedBy: '\u0410dobe Inc'};
    const verdict = part(await inspectorShowing({...valid, signature}), 'verdict');
    expect(textOf(verdict?.querySelector('.mixed'))).to.equal(
      '\u0410dobe Inc: mixes letters of several alphabets: Cyrillic, Latin.',
    );
    expect(part(await inspectorShowing(valid), 'verdict')?.querySelector('.mixed')).to.be.null;
  });

  it('isolates a legitimate right-to-left name', async () => {
    const signature = {...valid.signature, signedBy: 'شركة المثال'};
    const element = await inspectorShowing({...valid, signature});
    expect(textOf(part(element, 'verdict')?.querySelector('bdi.name'))).to.equal('شركة المثال');
  });

  it('does not let stacked combining marks cover the lines above', async () => {
    const tags = {note: `a${'\u0301'.repeat(200)}b`};
    const element = await inspectorShowing({...valid, tags});
    expect(valueOf(element, 'note')).to.equal(`a${'\u0301'.repeat(4)}…b`);
  });

  it('wraps and folds very long values, so that the rest stays reachable', async () => {
    const long = 'x'.repeat(10_000);
    const signature = {...valid.signature, signedBy: long};
    const element = await inspectorShowing({...valid, signature, tags: {long, [long]: 'v'}});
    element.style.width = '280px';
    expect(valueOf(element, 'long')).to.equal(`${'x'.repeat(240)}… Show all of it`);
    expect(valueOf(element, `${'x'.repeat(240)}…`)).to.equal('v Show all of it');
    await drawn(
      element,
      element.shadowRoot?.querySelector<HTMLElement>('[role=tree] .row .more')?.click(),
    );
    expect(valueOf(element, 'long')).to.equal(long);
    const verdict = part(element, 'verdict');
    expect(verdict?.scrollWidth).to.be.at.most(verdict?.clientWidth ?? 0);
    expect(verdict?.offsetHeight).to.be.below(900);
    const inspector = element.shadowRoot?.querySelector('.inspector') as HTMLElement;
    expect(inspector.scrollWidth).to.be.at.most(inspector.clientWidth);
  });
});
