/** Checks whether a server answers. */
export interface Probe {
  /**
   * True if a server answers at the address within `timeout` milliseconds, whatever it answers. Sent without
   * credentials; with `no-cors` it also works if the server does not allow the page's origin.
   *
   * @param method default `GET`; caches of service workers do not answer `HEAD`
   */
  answers(
    url: string,
    mode: 'cors' | 'no-cors',
    timeout: number,
    method?: 'GET' | 'HEAD',
  ): Promise<boolean>;
}

export const answers: Probe['answers'] = async (url, mode, timeout, method = 'GET') => {
  // WebKit may collect a signal of `AbortSignal.timeout` before it aborts.
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(), timeout);
  try {
    await fetch(url, {
      method,
      mode,
      signal: ending.signal,
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
    });
    return true;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
    // The body is of no interest.
    ending.abort();
  }
};
