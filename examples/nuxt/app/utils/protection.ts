import {createProtection, type AccessToken} from 'sealed-capture/core';

export const protection = createProtection({
  sandbox: true,
  // Your backend has it minted: docs/keys.md.
  async getToken(signal) {
    const answer = await fetch('/demo/token', {method: 'POST', signal});
    if (!answer.ok) throw new Error(`No token: ${answer.status}`);
    return (await answer.json()) as AccessToken;
  },
});
