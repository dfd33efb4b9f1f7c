/** A window, as far as its screen is turned. */
interface Turned {
  readonly screen: {readonly orientation?: {readonly angle: number}};
}

/** By how many degrees the page is turned against the device's own upright; 0 where the browser does not tell. */
export const screenAngle = ({screen}: Turned = window): number => screen.orientation?.angle ?? 0;
