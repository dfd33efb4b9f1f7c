/** What a package says of a seal that a sandbox made, whatever else holds. */
export const OF_SANDBOX = 'Sandbox seal: for trying, not evidence';
