/** What the port needs of a navigator. */
export interface PermissionNavigator {
  readonly permissions?: Pick<Permissions, 'query'>;
}

/** Calls with the state, and with each change of it until the signal is aborted; never where the browser tells none. */
export async function followPermission(
  {permissions}: PermissionNavigator,
  name: string,
  onState: (state: PermissionState, isChange: boolean) => void,
  signal: AbortSignal,
): Promise<void> {
  try {
    // TypeScript's list of names lacks the sensors.
    const status = await permissions?.query({name: name as PermissionName});
    if (!status) return;
    status.addEventListener('change', () => onState(status.state, true), {signal});
    onState(status.state, false);
  } catch {
    // A name that the browser does not know.
  }
}
