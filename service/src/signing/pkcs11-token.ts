import type {Pkcs11Answer, Pkcs11WorkerData} from './pkcs11-calls.js';

/** The part of graphene-pk11 that is used. */
export interface Pkcs11Library {
  Module: {load(path: string): Module};
  SessionFlag: {SERIAL_SESSION: number};
  ObjectClass: {PRIVATE_KEY: number};
  KeyType: {EC: number};
}
interface Module {
  initialize(options: {flags: number}): void;
  finalize(): void;
  getSlots(hasToken: boolean): Collection<Slot>;
}
interface Collection<Item> {
  readonly length: number;
  items(index: number): Item;
}
interface Slot {
  /** The slot's id, as the machine's CK_ULONG. */
  readonly handle: Buffer;
  getToken(): {label: string; serialNumber: string};
  open(flags: number): Session;
}
interface Session {
  login(pin: string): void;
  close(): void;
  find(template: object): Collection<Key>;
  createSign(mechanism: {name: 'ECDSA'; params: null}, key: Key): Operation;
}
interface Key {
  getAttribute(template: {keyType: null}): {keyType?: number};
  toType(): Key;
}
interface Operation {
  once(data: Buffer, done: (error: Error | null, signature: Buffer) => void): void;
}

/** A fault that the operator has to correct. */
export class Pkcs11Problem extends Error {
  override readonly name = 'Pkcs11Problem';
  readonly kind: Extract<Pkcs11Answer, {name: 'failed'}>['kind'];

  constructor(message: string, kind: Pkcs11Problem['kind'] = 'setting', options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}

/** CKF_OS_LOCKING_OK: several threads call the module at the same time. */
const LOCKING = {flags: 2};
/** Simultaneous signatures, each in a session of its own. */
const SESSIONS = 4;

/** A key of a PKCS #11 token, with the sessions that sign with it. */
export class Pkcs11Token {
  readonly #library: Pkcs11Library;
  readonly #setting: Pkcs11WorkerData['setting'];
  #module: Module | undefined;
  #key: Key | undefined;
  #sessions: Session[] = [];
  #hasTried = false;
  #idle: Session[] = [];
  readonly #waiting: ((session: Session) => void)[] = [];

  constructor(library: Pkcs11Library, setting: Pkcs11WorkerData['setting']) {
    this.#library = library;
    this.#setting = setting;
  }

  /**
   * Finds token and key. A module that has failed is restarted first: many detect a reinserted token only then.
   * @throws {Pkcs11Problem} or the module's error
   */
  open(pin: string | undefined): void {
    if (this.#idle.length < this.#sessions.length) {
      throw new Pkcs11Problem('The PKCS #11 module does not answer.', 'passing');
    }
    this.#module ??= this.#load();
    // This ends all sessions of the process, so a first attempt does not do it: another signer may be in use.
    if (this.#hasTried) finalize(this.#module);
    this.#hasTried = true;
    this.#key = undefined;
    this.#sessions = [];
    this.#idle = [];
    this.#module.initialize(LOCKING);
    const slot = this.#findSlot(this.#module);
    const {SERIAL_SESSION} = this.#library.SessionFlag;
    const sessions = Array.from({length: SESSIONS}, () => slot.open(SERIAL_SESSION));
    try {
      const [first] = sessions;
      if (pin !== undefined) logIn(first!, pin);
      this.#key = this.#findKey(first!);
    } catch (error) {
      for (const session of sessions) session.close();
      throw error;
    }
    this.#sessions = sessions;
    this.#idle = [...sessions];
  }

  /** An ECDSA signature of a digest in IEEE P1363 form, as PKCS #11 returns it. */
  async sign(digest: Uint8Array): Promise<Uint8Array> {
    const key = this.#key;
    if (!key) throw new Pkcs11Problem('The PKCS #11 token was not opened.', 'passing');
    const session =
      this.#idle.pop() ?? (await new Promise<Session>((resolve) => this.#waiting.push(resolve)));
    try {
      return await new Promise<Uint8Array>((resolve, reject) => {
        const operation = session.createSign({name: 'ECDSA', params: null}, key);
        operation.once(Buffer.from(digest), (error, signature) =>
          error ? reject(error) : resolve(Uint8Array.from(signature)),
        );
      });
    } finally {
      const next = this.#waiting.shift();
      if (next) next(session);
      else this.#idle.push(session);
    }
  }

  #load(): Module {
    try {
      return this.#library.Module.load(this.#setting.module);
    } catch (cause) {
      const {module} = this.#setting;
      throw new Pkcs11Problem(
        `${module} cannot be loaded: it is missing, or no PKCS #11 module.`,
        'setting',
        {
          cause,
        },
      );
    }
  }

  #findSlot(module: Module): Slot {
    const {token, serial, slot} = this.#setting;
    const slots = module.getSlots(true);
    const found: Slot[] = [];
    for (let index = 0; index < slots.length; index++) {
      const one = slots.items(index);
      const {label, serialNumber} = one.getToken();
      const isIt =
        (token === undefined || trimmed(label) === token) &&
        (serial === undefined || trimmed(serialNumber) === serial) &&
        (slot === undefined || one.handle.readUIntLE(0, Math.min(6, one.handle.length)) === slot);
      if (isIt) found.push(one);
    }
    const [only, ...others] = found;
    if (!only) throw new Pkcs11Problem('There is no slot with this PKCS #11 token.');
    if (others.length === 0) return only;
    throw new Pkcs11Problem(
      'Several PKCS #11 tokens are meant: name one by token, serial or slot-id.',
    );
  }

  #findKey(session: Session): Key {
    const {object, id} = this.#setting;
    const keys = session.find({
      class: this.#library.ObjectClass.PRIVATE_KEY,
      ...(object !== undefined && {label: object}),
      ...(id !== undefined && {id: Buffer.from(id, 'hex')}),
    });
    if (keys.length === 0) {
      throw new Pkcs11Problem(
        'The PKCS #11 token has no such private key, or shows it only with a PIN (pin-source).',
      );
    }
    if (keys.length > 1) {
      throw new Pkcs11Problem(
        'The PKCS #11 token has several such keys: name one by object and id.',
      );
    }
    const key = keys.items(0);
    if (key.getAttribute({keyType: null}).keyType !== this.#library.KeyType.EC) {
      throw new Pkcs11Problem('The key in the PKCS #11 token is no key for ECDSA.');
    }
    return key.toType();
  }
}

function finalize(module: Module): void {
  try {
    module.finalize();
  } catch {
    // Ignored: the module is restarted in any case.
  }
}

/** @throws {Pkcs11Problem} of the kind `pin` if the token refuses it */
function logIn(session: Session, pin: string): void {
  try {
    session.login(pin);
  } catch (cause) {
    const code = cause instanceof Error ? cause.message : '';
    if (code.includes('CKR_USER_ALREADY_LOGGED_IN')) return;
    if (!code.includes('CKR_PIN_')) throw cause;
    throw new Pkcs11Problem(
      code.includes('CKR_PIN_LOCKED')
        ? 'The PIN of the PKCS #11 token is locked.'
        : 'The PKCS #11 token does not accept the PIN.',
      'pin',
      {cause},
    );
  }
}

/** Removes the padding of fixed-length fields. */
const trimmed = (text: string): string => text.replace(/[\0 ]+$/, '');
