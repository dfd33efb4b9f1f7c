/** A time stamp that is not what it must be; the message says in what, and repeats nothing of it. */
export class StampWrong extends Error {
  override readonly name: string = 'StampWrong';
}

/** The time stamp is about something else than what it is held against. */
export class StampMismatch extends StampWrong {
  override readonly name = 'StampMismatch';
}

/** The certificate that signed the time stamp may not sign any. */
export class StampSignerUnfit extends StampWrong {
  override readonly name = 'StampSignerUnfit';
}

/** The time stamp is made with an algorithm that is not known here: nothing was found out about it. */
export class StampUnsupported extends StampWrong {
  override readonly name = 'StampUnsupported';

  constructor(options?: ErrorOptions) {
    super('The time stamp uses an algorithm that is not known here.', options);
  }
}
