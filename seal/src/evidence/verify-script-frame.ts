import {paths} from './seal-evidence.js';

/** Where the script of a whole case says which certificates a person trusts. */
const CASE_TRUST = 'CASE_TRUST';

/** The beginning of every script, of one file or of a case. */
const scriptHead = `#!/bin/sh
# Checks this package with openssl. Run it as: sh verify.sh
# It reads the files beside it, writes to a folder of its own that it removes, and asks no network.
# Each line says OK, FAILED or NOT CHECKED, or NOTE before what has to be known. It ends with 0 only if nothing failed.

LC_ALL=C
export LC_ALL
# What a computer trusts by itself says nothing about a seal.
SSL_CERT_FILE=/dev/null
SSL_CERT_DIR=/dev/null
export SSL_CERT_FILE SSL_CERT_DIR

CDPATH='' cd -- "$(dirname -- "$0")" || exit 2
command -v openssl >/dev/null 2>&1 || { echo 'This needs openssl, which is not there.'; exit 2; }
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 2' HUP INT TERM

failures=0

ok() { printf '%-11s %s\\n' 'OK' "$1"; }
failed() { printf '%-11s %s\\n' 'FAILED' "$1"; failures=1; }
skipped() { printf '%-11s %s\\n' 'NOT CHECKED' "$1: $2."; }
noted() { printf '%-11s %s\\n' 'NOTE' "$1"; }
told() { if [ "$1" -eq 0 ]; then ok "$2"; else failed "$2"; fi; }

hexadecimal() { od -An -v -tx1 | tr -d ' \\n'; }
digest() { openssl dgst "-$1" -binary | hexadecimal; }
# Whether a file of the package is there, with this hash.
packed() { [ -f "./$2" ] && [ "$(digest sha256 <"./$2")" = "$1" ]; }
`;

/** The beginning of the script of a case, which runs the scripts of its folders. */
export const caseScriptStart = `${scriptHead}
failed_folders=
if [ -f trust.pem ]; then
  ${CASE_TRUST}=$(pwd)/trust.pem
  export ${CASE_TRUST}
fi

# A folder, and the hash of its script, which holds the hashes of the other files there.
check_folder() {
  printf '\\n%s\\n' "$1"
  if packed "$2" "$1/verify.sh"; then
    ok 'The script of this folder is the one that was put into this package'
    sh "./$1/verify.sh" && return
  else
    failed 'The script of this folder is the one that was put into this package'
  fi
  failures=1
  failed_folders="$failed_folders $1"
}
`;

export const caseScriptEnd = `
printf '\\n'
if [ -n "$failed_folders" ]; then
  failed "Something failed in:$failed_folders"
elif [ "$failures" -eq 0 ]; then
  ok 'Nothing failed in any folder'
else
  failed 'Something failed in the files about the whole case, and nothing in the folders'
fi
exit "$failures"
`;

/** The beginning of the script of one file: its texts and the functions for checks. `file` is quoted for the shell. */
export const scriptStart = (file: string): string => `${scriptHead}
file=${file}
trusted_time=
claimed_time=

# Bytes of the file: where they begin, and how many there are.
part() { tail -c "+$(($1 + 1))" "./$file" 2>/dev/null | head -c "$2"; }
# Whether a file holds these bytes.
holds() { hexadecimal <"$1" | grep -q -F -e "$2"; }

trust=
if [ -f trust.pem ]; then
  trust=trust.pem
elif [ -f "$${CASE_TRUST}" ]; then
  trust=$${CASE_TRUST}
elif [ -f ${paths.anchors} ]; then
  trust=${paths.anchors}
fi

same_claim() {
  size=$(wc -c <${paths.claim} | tr -d ' ')
  tail -c "$size" ${paths.signed} | cmp -s - ${paths.claim} &&
    tail -c "+$(($1 + 1))" ${paths.store} 2>/dev/null | head -c "$size" | cmp -s - ${paths.claim}
}

public_key() { openssl x509 -in ${paths.chain} -pubkey -noout >"$work/key.pem" 2>/dev/null; }

signature_holds() {
  hash=$1
  shift
  public_key && openssl dgst "-$hash" -verify "$work/key.pem" "$@" \\
    -signature ${paths.signature} ${paths.signed} >/dev/null 2>&1
}

raw_signature_holds() {
  public_key && openssl pkeyutl -verify -pubin -inkey "$work/key.pem" -rawin \\
    -in ${paths.signed} -sigfile ${paths.signature} >/dev/null 2>&1
}

# The box has the hash, and the claim says so.
assertion_holds() {
  [ "$(digest "$1" <"./$3")" = "$2" ] && holds ${paths.claim} "$2"
}

# The file's bytes around the seal have the hash, and the signed assertion says so.
file_holds() {
  [ "$(sealed_bytes | digest "$1")" = "$2" ] && holds "./$3" "$2"
}

# The stamp is signed by a certificate that it carries, and what it signs names the hash of our signature.
stamp_holds() {
  openssl cms -verify -noverify -binary -inform DER -in ${paths.token} \\
    -out "$work/stamp.der" >/dev/null 2>&1 &&
    holds "$work/stamp.der" "$(digest "$1" <${paths.stamped})"
}

check_authority() {
  said='The authority of the time stamp is among the trust anchors'
  if [ -z "$trust" ]; then
    skipped "$said" 'there is no trust.pem'
  elif openssl ts -verify -token_in -in ${paths.token} -data ${paths.stamped} \\
    -partial_chain -attime "$1" -CAfile "$trust" >/dev/null 2>&1; then
    ok "$said"
    trusted_time=$1
  else
    skipped "$said" 'it is not, or this openssl cannot tell; the time is what the stamp claims'
    claimed_time=$1
  fi
}

chain_holds() {
  openssl verify -partial_chain "$@" -CAfile "$trust" -untrusted ${paths.chain} \\
    ${paths.chain} >/dev/null 2>&1
}

check_chain() {
  said='The certificate was issued under the trust anchors, and was valid'
  if [ -z "$trust" ]; then
    skipped "$said" 'put the certificates that you trust into trust.pem'
  elif [ -n "$trusted_time" ]; then
    chain_holds -attime "$trusted_time"
    told $? "$said at the time of the time stamp"
  elif chain_holds; then
    ok "$said now"
  elif [ -n "$claimed_time" ] && chain_holds -attime "$claimed_time"; then
    skipped "$said" 'it has expired since the time that the time stamp claims'
  else
    failed "$said now"
  fi
}
`;

export const scriptEnd = 'exit "$failures"';
