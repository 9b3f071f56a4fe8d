import { describe, expect, it } from 'vitest'
import { isCodeLoading, withoutCredentials } from './code-loading'

describe('isCodeLoading', () => {
  it.each([
    'LD_PRELOAD',
    'NODE_OPTIONS',
    'PATH',
    'GIT_SSH_COMMAND',
    'GIT_CONFIG_GLOBAL',
    'GIT_CONFIG_KEY_0',
    'GIT_CONFIG_VALUE_0',
    'SSH_ASKPASS',
    'CARGO_HOME',
    'CARGO_ALIAS_TOKEN',
    'CARGO_REGISTRIES_TOKEN_INDEX',
    'CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER',
    'RUSTC_WRAPPER',
    'npm_config_registry',
    'npm_config_@token:registry',
    'PIP_EXTRA_INDEX_URL',
    'UV_INDEX',
    'POETRY_REPOSITORIES_ACME_URL',
    'BUN_CONFIG_REGISTRY',
    'BUNDLE_GEMFILE',
    'BUNDLE_MIRROR__HTTPS://RUBYGEMS__ORG/'
  ])('knows that %s decides which code runs', (name) => {
    expect(isCodeLoading(name)).toBe(true)
  })

  it.each([
    'GIT_TOKEN',
    'GIT_USERNAME',
    'GIT_AUTHOR_NAME',
    'SSH_PRIVATE_KEY',
    'CARGO_REGISTRY_TOKEN',
    'CARGO_REGISTRIES_ACME_TOKEN',
    'CARGO_TERM_COLOR',
    'NPM_CONFIG_//registry.npmjs.org/:_authToken',
    'NPM_CONFIG__AUTH',
    'NPM_CONFIG_LOGLEVEL',
    'YARN_NPM_AUTH_TOKEN',
    'YARN_NPM_AUTH_IDENT',
    'UV_INDEX_ACME_PASSWORD',
    'UV_INDEX_ACME_USERNAME',
    'UV_PUBLISH_TOKEN',
    'POETRY_PYPI_TOKEN_ACME',
    'POETRY_HTTP_BASIC_ACME_PASSWORD',
    'BUN_CONFIG_TOKEN',
    'BUNDLE_GEMS__CONTRIBSYS__COM',
    'DENO_AUTH_TOKENS',
    'HTTPS_PROXY',
    'no_proxy',
    'ENV'
  ])('does not say that of %s', (name) => {
    expect(isCodeLoading(name)).toBe(false)
  })
})

describe('withoutCredentials', () => {
  it.each([
    ['--require /tmp/x.js', '--require /tmp/x.js'],
    ['/opt/@acme/lib:/usr/lib', '/opt/@acme/lib:/usr/lib'],
    ['https://pypi.acme.dev/simple', 'https://pypi.acme.dev/simple'],
    ['https://pypi.acme.dev/${WHO}/simple?v=2', 'https://pypi.acme.dev/${WHO}/simple?v=2'],
    ['https://${USER}:${PASS}@pypi.acme.dev/', 'https://${USER}:${PASS}@pypi.acme.dev/'],
    ['https://me:hunter2@pypi.acme.dev/simple', 'https://•••@pypi.acme.dev/simple'],
    ['https://pypi.acme.dev/?token=hunter2&v=2', 'https://pypi.acme.dev/?token=•••&v=2'],
    ['acme=https://me:a@h/ b=https://me:b@i/', 'acme=https://•••@h/ b=https://•••@i/'],
    ['https://me:a,b@h,https://me:c@i/|direct', 'https://•••@h,https://•••@i/|direct'],
    ['Authorization: Basic bWU6aHVudGVyMg==', 'Authorization: Basic •••'],
    ['Authorization: Basic x; touch /tmp/y', 'Authorization: Basic x; touch /tmp/y']
  ])('makes of %s: %s', (text, shown) => {
    expect(withoutCredentials(text)).toBe(shown)
  })

  it.each(['a.', 'a://', '://', ',a://b@'])('is not kept busy by very many %s', (part) => {
    // Whoever looks again at all that follows each of them does not come to an end in the time of a test.
    const shown = withoutCredentials(part.repeat(200_000))
    expect(shown.length).toBeGreaterThanOrEqual(200_000 * part.replace('b', '•••').length)
  })
})
