import {BlockList, isIP} from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** True for hosts that only this machine can reach. The only such name is `localhost`. */
export function isLoopback(host: string): boolean {
  const family = isIP(host);
  if (family === 0) return host === 'localhost';
  return loopback.check(host, family === 4 ? 'ipv4' : 'ipv6');
}

/** True for an address on whose connection nobody can listen: https, or http of this machine. */
export const isClosedToOthers = ({protocol, hostname}: URL): boolean =>
  protocol === 'https:' ||
  (protocol === 'http:' && isLoopback(hostname.replace(/^\[(.*)\]$/, '$1')));
