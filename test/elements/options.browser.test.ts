import {expect} from '@open-wc/testing';
import type {LitElement} from 'lit';
import '../../src/elements/index.js';
import type {ConfigurationErrorEvent} from '../../src/elements/options/configuration-error-event.js';
import {textOf} from '../../src/core/metadata/page-values.js';
import {callback, sensors} from '../../src/elements/options/kinds.js';
import {optionGroups, sealingOptions, type Row} from '../../src/elements/options/table.js';
import {FakeCore} from './fake-core.js';
import {drawn, pageWith} from './kit.js';
import {valuesOf, type Values} from './options/values.js';

type Tag = keyof typeof optionGroups;

const tags = Object.keys(optionGroups) as Tag[];
const rowsOf = (tag: Tag): [string, Row][] =>
  optionGroups[tag].flatMap((group) => Object.entries<Row>(group));

const kebabCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** An element in a page of its own, with one option under test. */
class Trial {
  readonly core = new FakeCore();
  readonly page = pageWith(this.core);
  readonly element: LitElement;
  readonly logged: string[] = [];
  readonly told: ConfigurationErrorEvent[] = [];
  readonly #name: string;
  readonly #row: Row;

  private constructor(tag: Tag, name: string, row: Row) {
    this.element = document.createElement(tag);
    this.#name = name;
    this.#row = row;
    const log = (message: string) => this.logged.push(message);
    Object.assign(this.element, {log});
    this.page.addEventListener('configuration-error', (event) => this.told.push(event));
    this.page.append(this.element);
  }

  static async of(tag: Tag, name: string, row: Row): Promise<Trial> {
    const trial = new Trial(tag, name, row);
    await trial.element.updateComplete;
    return trial;
  }

  get attribute(): string {
    return kebabCase(this.#name);
  }

  get value(): unknown {
    return Reflect.get(this.element, this.#name) as unknown;
  }

  /** What the queue gets. */
  get configured(): unknown {
    const {core} = this;
    const {client} = core.protections.at(-1) ?? core.providers.at(-1) ?? {};
    return Reflect.get(client?.config ?? {}, this.#name) as unknown;
  }

  get #isForQueue(): boolean {
    const isSealing = this.element.localName !== 'seal-inspector' && this.#name in sealingOptions;
    return isSealing && this.#row.kind !== callback;
  }

  async set(value: unknown) {
    Reflect.set(this.element, this.#name, value);
    await this.#settled();
  }

  async write(text: string | null) {
    if (text === null) this.element.removeAttribute(this.attribute);
    else this.element.setAttribute(this.attribute, text);
    await this.#settled();
  }

  /** The element holds this value, and nothing was reported. */
  expects(value: unknown, how: string) {
    expect(this.value, how).to.eql(value ?? this.#row.default);
    if (this.#isForQueue) expect(this.configured, `${how}, in the queue`).to.eql(value);
    expect(this.logged, how).to.eql([]);
  }

  /** What is in use is neither the default nor a valid value, and the report says so. */
  holdsBack(how: string) {
    const {problem} = this.#row.kind;
    expect(this.told.at(-1)?.message, how).to.match(/Meanwhile, what it protects is held back\.$/);
    if (!this.#isForQueue || this.#row.kind === sensors) return;
    expect(this.configured, how).not.to.equal(undefined);
    expect(problem(this.configured, this.#name, this.#row, false), how).to.be.a('string');
  }

  async #settled() {
    await drawn(this.element);
    await drawn(this.element);
  }
}

const shown = (value: unknown): string =>
  typeof value === 'string' ? `"${value}"` : String(value);

for (const tag of tags) {
  for (const [name, row] of rowsOf(tag)) {
    const hasAttribute = row.attribute ?? true;
    const values: Values = valuesOf(name, row);
    const [first] = values.valid;

    describe(`${name} of <${tag}>`, () => {
      let trial: Trial;

      beforeEach(async () => {
        trial = await Trial.of(tag, name, row);
      });

      it(`is ${shown(row.default)} while nothing is set`, () => {
        trial.expects(undefined, 'unset');
      });

      it('takes each valid value as a property', async () => {
        for (const value of values.valid) {
          await trial.set(value);
          trial.expects(value, shown(value));
        }
      });

      it('is the default again after undefined, null and an empty text', async () => {
        for (const empty of [undefined, null, '']) {
          await trial.set(first);
          await trial.set(empty);
          trial.expects(undefined, shown(empty));
        }
        if (row.reflects) expect(trial.element.hasAttribute(trial.attribute)).to.be.false;
      });

      it('keeps the last valid value, and reports an invalid one once, by its name', async () => {
        for (const invalid of values.invalid) {
          await trial.set(first);
          for (let i = 0; i < 2; i++) await trial.set(invalid);
          expectRefusal(trial, name, row, textOf(invalid));
          expect(trial.value, shown(invalid)).to.equal(first);
        }
      });

      if (row.guard) {
        it('holds back what it protects while it has had only invalid values', async () => {
          for (const invalid of [...values.invalid, false, 0]) {
            if (row.kind.problem(invalid, name, row, false) === undefined) continue;
            const unset = await Trial.of(tag, name, row);
            await unset.set(invalid);
            unset.holdsBack(shown(invalid));
          }
        });
      }

      if (row.isStrict) {
        it('holds it back also after a valid value', async () => {
          await trial.set(first);
          await trial.set(values.invalid[0]);
          trial.holdsBack('after a valid value');
        });
      }

      if (hasAttribute) {
        it('takes each valid text in its attribute', async () => {
          for (const [text, value] of values.written) {
            await trial.write(text);
            trial.expects(value, shown(text));
          }
        });

        it('takes the texts of the attribute as a property, as frameworks set them', async () => {
          for (const [text, value] of values.written) {
            if (text === '') continue;
            await trial.set(text);
            trial.expects(value, shown(text));
          }
        });

        it('is the default again without its attribute', async () => {
          const [[text = ''] = []] = values.written;
          await trial.write(text);
          await trial.write(null);
          trial.expects(undefined, 'none');
        });

        it('keeps the last valid value if its attribute is invalid, and reports that once', async () => {
          for (const text of values.invalidTexts) {
            await trial.set(first);
            for (let i = 0; i < 2; i++) await trial.write(text);
            expectRefusal(trial, name, row, text);
            expect(trial.value, shown(text)).to.equal(first);
            await trial.set(undefined);
          }
        });
      } else {
        it('has no attribute', async () => {
          await trial.write('text');
          trial.expects(undefined, 'attribute');
        });
      }
    });
  }
}

/**
 * One event with the option, the value and what is allowed; the console gets the same message, which has the value's type
 * only.
 */
function expectRefusal(
  {element, logged, told, attribute}: Trial,
  name: string,
  row: Row,
  value: string,
) {
  expect(told, value).to.have.length(1);
  const [event] = told;
  const {detail, bubbles, composed} = event!;
  expect(detail).to.include({
    option: row.attribute === false ? name : attribute,
    value: row.isSecret ? '' : value,
    code: 'configuration_invalid',
  });
  expect(event).to.include(detail);
  expect([bubbles, composed]).to.eql([true, true]);
  const {message} = detail;
  expect(message).to.match(
    new RegExp(`^${name}\\b.*${row.isStrict ? 'is held back' : 'It stays as it was'}\\.$`),
  );
  expect(message).to.match(
    new RegExp(` \\(${name}: (string|number|boolean|object|function)\\)\\. `),
  );
  expect(message).not.to.contain('hunter-2');
  // Also if the same problem was reported before, of another value.
  expect(logged.filter((line) => line === `<${element.localName}>: ${message}`)).to.have.length(1);
  told.length = 0;
}
