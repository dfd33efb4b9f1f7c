import {createProtection, type AccessToken} from 'sealed-capture/core';
import {required} from './required.js';
import {say} from './texts.js';

/** A token that this site's backend has minted for its pages. */
export async function getToken(signal: AbortSignal): Promise<AccessToken> {
  const problem = required('#problem');
  problem.hidden = true;
  const answer = await fetch('/demo/token', {method: 'POST', signal});
  if (!answer.ok) {
    problem.textContent = say('noToken');
    problem.hidden = false;
    throw new Error(`No token: ${answer.status}`);
  }
  return (await answer.json()) as AccessToken;
}

/** This page has no key: it gets short-lived tokens from the site's backend. */
export const protection = createProtection({sandbox: true, getToken});
