/** The headers that the page may read. Reading others would make the browser complain in its console. */
export function headersOf(answer: Pick<XMLHttpRequest, 'getAllResponseHeaders'>): Headers {
  const headers = new Headers();
  const lines = answer.getAllResponseHeaders().matchAll(/^(\S+): (.*?)\r?$/gm);
  for (const [, name = '', value = ''] of lines) headers.append(name, value);
  return headers;
}
