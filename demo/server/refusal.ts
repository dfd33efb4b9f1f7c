/** Answered with this status and text: `expose` lets the service show the text to the client. */
export const refusal = (statusCode: number, message: string): Error =>
  Object.assign(new Error(message), {statusCode, expose: true});
