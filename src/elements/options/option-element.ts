import {LitElement} from 'lit';
import type {ConfigurationErrorDetail} from '@sealed-capture/seal/model/protection-config.js';
import {textOf} from '../../core/metadata/page-values.js';
import {ConfigurationErrorEvent} from './configuration-error-event.js';
import type {Row, Rows} from './table.js';

/** The text of an attribute, until its kind reads it. */
class Written {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** An element whose properties and attributes are rows of the table of options. */
export abstract class OptionElement extends LitElement {
  /** The valid values that the page has set; undefined for those that it has set back to their defaults. */
  readonly #given = new Map<string, unknown>();
  /** The value that was set last, and the problem with it, of each option for which that is invalid. */
  readonly #refused = new Map<string, {given: unknown; problem: string}>();
  readonly #logged = new Set<string>();

  /** Defines the property of each row, with its attribute. */
  static takeOptions(rows: Rows) {
    for (const [name, row] of Object.entries<Row>(rows)) {
      Object.defineProperty(this.prototype, name, {
        configurable: true,
        enumerable: true,
        get(this: OptionElement): unknown {
          return this.#read(name, row);
        },
        set(this: OptionElement, given: unknown) {
          this.#take(name, row, given);
        },
      });
      this.createProperty(name, {
        noAccessor: true,
        attribute: attributeOf(name, row),
        converter: (text) => (text === null ? undefined : new Written(text)),
      });
    }
  }

  /** The valid value that the page has set; undefined if it has set none. */
  protected own(name: string): unknown {
    return this.#given.get(name);
  }

  /** The valid value that the page has set or, as long as it has set none, the guard of an invalid one. */
  protected inUse(name: string, {guard, isStrict}: Row): unknown {
    const own = this.own(name);
    const refused = this.#refused.get(name);
    return guard && refused && (isStrict ?? own === undefined) ? guard(refused.given) : own;
  }

  /** The value of a surrounding provider; undefined if there is none. */
  protected inherited?(name: string): unknown;

  /** Logs a problem once for the page's developer, because it may concern each capture. */
  protected logOnce(message: string) {
    if (this.#logged.has(message)) return;
    this.#logged.add(message);
    this.log(`<${this.localName}>: ${message}`);
  }

  /** Replaced in tests. */
  protected log(message: string) {
    console.error(message);
  }

  /** Reports an invalid option, once in the console and by an event. */
  protected report(detail: ConfigurationErrorDetail) {
    this.logOnce(detail.message);
    // Options are set before the element is in the document, where no listener could get the event.
    void this.updateComplete.then(() => {
      this.dispatchEvent(new ConfigurationErrorEvent(detail));
    });
  }

  /**
   * Reports an invalid value, unless the problem is the one that the option had last. `option` and `told` are its name
   * and its value in the event.
   */
  protected refuse(
    name: string,
    given: unknown,
    problem: string,
    option = name,
    told = given,
    isInUse?: boolean,
  ) {
    const isKnown = this.#refused.get(name)?.problem === problem;
    this.#refused.set(name, {given, problem});
    if (isKnown) return;
    const effect = isInUse ? 'Meanwhile, what it protects is held back.' : 'It stays as it was.';
    // Never the value itself: it may be a secret, or name people, and the console may be recorded.
    const message = `${problem} (${name}: ${typeof given}). ${effect}`;
    this.report({option, value: textOf(told), message, code: 'configuration_invalid'});
  }

  #read(name: string, {default: unset}: Row): unknown {
    const inherited = unset === undefined ? undefined : (this.inherited?.(name) ?? unset);
    return this.own(name) ?? inherited;
  }

  #take(name: string, row: Row, given: unknown) {
    const before = this.inUse(name, row) ?? this.#read(name, row);
    const isWritten = given instanceof Written;
    const told = isWritten ? given.text : given;
    // Preact sets an empty text for undefined.
    let value = given === '' ? undefined : valueOf(name, row, told);
    const problem = value === undefined ? undefined : row.kind.problem(value, name, row, isWritten);
    // Vue sets 0 for undefined where the property reads a number.
    if (problem && given === 0 && typeof before === 'number') value = undefined;
    else if (problem) {
      const isInUse = row.guard && (row.isStrict ?? this.own(name) === undefined);
      const option = attributeOf(name, row) || name;
      this.refuse(name, value, problem, option, row.isSecret ? '' : told, isInUse);
      if (isInUse) this.requestUpdate(name, value);
      return;
    }
    this.#refused.delete(name);
    this.#given.set(name, value);
    // At once, unlike Lit, because forms and styles may depend on it.
    if (row.reflects && !isWritten) {
      if (value === undefined || value === false) this.removeAttribute(kebabCase(name));
      else this.setAttribute(kebabCase(name), value === true ? '' : (value as string));
    }
    this.requestUpdate(name, before);
  }
}

const kebabCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Name of the option's attribute; false if only scripts can set the option. */
const attributeOf = (name: string, {attribute}: Row): string | false =>
  attribute ?? kebabCase(name);

/** The value that the page means; undefined for the default. Texts are read as those of the attribute. */
function valueOf(name: string, row: Row, text: unknown): unknown {
  if (typeof text !== 'string') return text ?? undefined;
  const {read} = row.kind;
  return (read ? read(text, kebabCase(name), row) : text || undefined) ?? undefined;
}
