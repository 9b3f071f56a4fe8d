/** What to install when a well-known program is not there. */
const NODE = 'Install Node.js (https://nodejs.org), which brings it along.'
const UV = 'Install uv (https://docs.astral.sh/uv), which brings it along.'

const INSTALL: Readonly<Record<string, string>> = {
  node: 'Install Node.js (https://nodejs.org).',
  npm: NODE,
  npx: NODE,
  pnpm: 'Install pnpm (https://pnpm.io).',
  pnpx: 'Install pnpm (https://pnpm.io), which brings it along.',
  yarn: 'Install Yarn (https://yarnpkg.com).',
  bun: 'Install Bun (https://bun.sh).',
  bunx: 'Install Bun (https://bun.sh), which brings it along.',
  deno: 'Install Deno (https://deno.com).',
  uv: 'Install uv (https://docs.astral.sh/uv).',
  uvx: UV,
  pipx: 'Install pipx (https://pipx.pypa.io).',
  python: 'Install Python (https://www.python.org).',
  python3: 'Install Python (https://www.python.org).',
  docker: 'Install Docker (https://docs.docker.com/get-docker), and start it.',
  podman: 'Install Podman (https://podman.io), and start it.',
  java: 'Install a Java runtime (https://adoptium.net).',
  dotnet: 'Install .NET (https://dotnet.microsoft.com).',
  go: 'Install Go (https://go.dev).',
  cargo: 'Install Rust (https://rustup.rs).'
}

/** Programs that many systems have under one of two names. */
const OTHER_NAME: Readonly<Record<string, string>> = {
  python: 'python3',
  python3: 'python',
  pip: 'pip3',
  docker: 'podman'
}

export function howToInstall(
  command: string,
  isThere: (command: string) => boolean = () => false
): string {
  const name = command.replace(/\.(cmd|exe)$/i, '')
  const other = Object.hasOwn(OTHER_NAME, name) ? OTHER_NAME[name] : undefined
  if (other !== undefined && isThere(other))
    return `Write ${other}, which is there, as the command.`
  const known = Object.hasOwn(INSTALL, name) ? INSTALL[name] : undefined
  return known ?? `Install ${name}, or write the whole path of it as the command.`
}
