import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {termsOf, translationsOf} from '../../demo/languages/catalogue.mjs';
import {emitter} from '../../demo/languages/emit.mjs';

const english = {
  'list.left': '{count, plural, one {{count} photo left} other {{count} photos left}}',
  '@list.left': {placeholders: {count: {}}},
  'list.taken':
    '{mode, select, audio {Recorded} other {Taken}} at {time}{by, select, none {} other { by {by}}}.',
  '@list.taken': {placeholders: {time: {}, mode: {}, by: {optional: true}}},
  'list.state.sealed': 'Photo sealed.',
  'list.state.not-sealed': 'Photo not sealed.',
  '@list.state': {cases: ['state'], placeholders: {state: {}}},
  'list.reason.timeout': 'No answer.',
  'list.reason.other': 'No value ({reason}).',
  '@list.reason': {cases: ['reason'], placeholders: {reason: {}}},
};

/** A term as a page has it. */
function compiled(name: string, language = 'en', fixed = {}, catalogue: object = english) {
  const terms = termsOf(english);
  const messages =
    language === 'en'
      ? terms.get(name)!.messages
      : translationsOf(catalogue as Record<string, unknown>, language, terms).get(name)!;
  const {property} = emitter(language, fixed).term(name, terms.get(name)!, messages);
  return property;
}

describe('the compiler of languages', () => {
  it('writes what the branches of a choice have in common once', () => {
    assert.equal(
      compiled('left'),
      'left: (count) => `${count} photo${(count === 1 ? "" : "s")} left`',
    );
  });

  it('takes the parameters in the order of the placeholders', () => {
    assert.match(compiled('taken'), /^taken: \(time, mode, by\) => /);
  });

  it('leaves out what an element never says', () => {
    const ofPhotos = compiled('taken', 'en', {mode: 'image'});
    assert.doesNotMatch(ofPhotos, /Recorded/);
    assert.match(ofPhotos, /`Taken at \$\{time\}/);
  });

  it('takes any text where there is a message for all others, and no other than its cases elsewhere', () => {
    const typeOf = (name: string) => termsOf(english).get(name)?.parameters[0]?.type;
    assert.equal(typeOf('reason'), 'string');
    assert.equal(typeOf('state'), "'sealed' | 'not-sealed'");
    assert.equal(typeOf('left'), 'number');
  });

  it('has a case that a translation lacks in English', () => {
    const terms = termsOf(english);
    const messages = translationsOf({'list.state.sealed': 'Foto versiegelt.'}, 'de', terms).get(
      'state',
    );
    assert.deepEqual([...(messages?.keys() ?? [])], ['sealed', 'not-sealed']);
    assert.equal(translationsOf({}, 'de', terms).has('state'), false);
  });

  it('names the file and the message that it cannot compile', () => {
    const terms = termsOf(english);
    const translated = (key: string, text: string) => () =>
      translationsOf({[key]: text}, 'de', terms);
    assert.throws(translated('list.left', '{anzahl} Fotos'), /de\.json: list\.left: .*\{anzahl\}/);
    assert.throws(
      translated('list.left', '{count, plural, few {#} other {#}}'),
      /de\.json: list\.left/,
    );
    assert.throws(translated('list.left', '{count, plural, one {#}}'), /other/);
    assert.throws(translated('list.gone', 'Weg'), /English has no list\.gone/);
  });
});
