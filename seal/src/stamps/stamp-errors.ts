/** An invalid time stamp. The message says what is wrong, and repeats nothing of the token. */
export class StampWrong extends Error {
  override readonly name: string = 'StampWrong';
}

/** The time stamp covers other data. */
export class StampMismatch extends StampWrong {
  override readonly name = 'StampMismatch';
}

/** The time stamp uses an unknown algorithm, so nothing is known about it. */
export class StampUnsupported extends StampWrong {
  override readonly name = 'StampUnsupported';

  constructor(options?: ErrorOptions) {
    super('The time stamp uses an algorithm that is not known here.', options);
  }
}
