/** Told to the page's console once. */
export const SECRET_IN_PAGE =
  'sealed-capture: apiSecret is readable by everyone who opens this page. Use `protection` with a token.';
