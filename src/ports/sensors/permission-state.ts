/** The part of a navigator that is used. */
export interface PermissionNavigator {
  readonly permissions?: Pick<Permissions, 'query'>;
}

/**
 * Calls with the state, and with each change of it until the signal is aborted; never if the browser does not
 * report it.
 */
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
    // The browser does not know the name.
  }
}
