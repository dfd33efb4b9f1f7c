import type {LitElement} from 'lit';
import type {Shape} from '../../core/metadata/shapes.js';
import {problemOf} from './option-attributes.js';
import {propertyProblem} from './option-properties.js';

/**
 * Attributes whose property gets a safe value while the attribute is invalid, unless it has one: an intended
 * protection must not be ignored.
 */
const guards = new Map(
  Object.entries({
    'location-obfuscation-radius': {
      property: 'locationObfuscationRadius',
      // The intended radius is unknown: no location is better than the exact one.
      safe: () => NaN,
      consequence: 'No place is sealed.',
    },
    'deliver-to': {
      property: 'deliverTo',
      // The intended address is unknown: files are kept rather than treated as handed over.
      safe: (text: string | null) => text,
      consequence: 'Sealed files wait until it is set.',
    },
  }),
);

/** Reports the invalid options of an element, each once. */
export class OptionProblems {
  readonly #host: LitElement;
  readonly #report: (message: string) => void;
  /** The problem of each property, as it was reported. */
  readonly #known = new Map<string, string | undefined>();

  constructor(host: LitElement, report: (message: string) => void) {
    this.#host = host;
    this.#report = report;
  }

  /** Reports an invalid attribute. Returns false if it is valid. */
  refuses(attribute: string, text: string | null): boolean {
    const host = this.#host;
    const problem = this.#problemOf(attribute, text);
    if (!problem) return false;
    const {property, safe, consequence} = guards.get(attribute) ?? {};
    if (property) Reflect.set(host, property, Reflect.get(host, property) ?? safe?.(text));
    const effect = this.#isSafe(attribute, property) ? consequence : 'It stays as it was.';
    // Without the cause, which repeats the text: tags may name people.
    this.#report(`<${host.localName} ${attribute}> cannot be used. ${problem.message} ${effect}`);
    return true;
  }

  /** Reports a property that a script has set to an invalid value. */
  check(property: string, shape: Shape) {
    // Its attribute was refused already.
    if ([...guards.keys()].some((attribute) => this.#isSafe(attribute, property))) return;
    const problem = propertyProblem(property, shape, Reflect.get(this.#host, property));
    const before = this.#known.get(property);
    this.#known.set(property, problem);
    if (problem && problem !== before) this.#report(`<${this.#host.localName}>: ${problem}`);
  }

  /** True if the property has the safe value for an invalid attribute. */
  #isSafe(attribute: string, property?: string): boolean {
    const guard = guards.get(attribute);
    const text = this.#host.getAttribute(attribute);
    return (
      guard?.property === property &&
      property !== undefined &&
      Object.is(Reflect.get(this.#host, property), guard?.safe(text)) &&
      this.#problemOf(attribute, text) !== undefined
    );
  }

  #problemOf(attribute: string, text: string | null) {
    const {elementProperties} = this.#host.constructor as typeof LitElement;
    return problemOf(elementProperties, attribute, text);
  }
}
