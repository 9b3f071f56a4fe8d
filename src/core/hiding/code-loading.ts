/** Variables that decide which program runs, what else it loads, or where it gets that from. */
import { HIDDEN_VALUE } from '../../shared/servers/configuration'
import { addressParts } from '../address/address-template'
import { isOnlyReferences, isSecretName } from '../references/secret-values'

const LOADERS = [
  /^(?:LD|DYLD)_/,
  /^NODE_(?:OPTIONS|PATH|EXTRA_CA_CERTS|REPL_EXTERNAL_MODULE)$/,
  /^(?:DENO|BUN)_(?:DIR|INSTALL|INSTALL_ROOT|CERT)$/,
  /^PYTHON(?:STARTUP|PATH|HOME|USERBASE|EXECUTABLE|BREAKPOINT|WARNINGS)$/,
  /^PERL5(?:OPT|LIB|DB)$|^PERLLIB$/,
  /^RUBY(?:OPT|LIB|SHELL)$|^GEM_(?:HOME|PATH)$/,
  // The others are names of hosts, and hold credentials.
  /^BUNDLE_(?:GEMFILE|PATH|APP_CONFIG|BIN|SHEBANG|PLUGINS|(?:USER|SSL|MIRROR_|LOCAL_|BUILD_)_.*)$/,
  /^(?:JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_JAVA_OPTIONS|CLASSPATH)$/,
  /^(?:DOTNET_STARTUP_HOOKS|DOTNET_ADDITIONAL_DEPS|COR_PROFILER.*|CORECLR_PROFILER.*)$/,
  /^(?:PHP_INI_SCAN_DIR|PHPRC|GOFLAGS|GOPROXY|GCONV_PATH|OPENSSL_CONF)$/,
  /^(?:RUSTC|RUSTDOC|RUSTFLAGS|RUSTC_WRAPPER|RUSTC_WORKSPACE_WRAPPER)$/,
  /^CARGO_(?:HOME|INSTALL_ROOT|ENCODED_RUSTFLAGS|(?:ALIAS|BUILD|SOURCE|HTTP|NET|CREDENTIAL_ALIAS)_.*)$/,
  /^CARGO_(?:REGISTRY|REGISTRIES)_(?:.*_)?(?:DEFAULT|INDEX|CREDENTIAL_PROVIDERS?)$/,
  /^CARGO_TARGET_.*_(?:RUNNER|LINKER|RUSTFLAGS)$/,
  /^(?:BASH_ENV|BASH_FUNC_.*|SHELLOPTS|PROMPT_COMMAND|IFS|ZDOTDIR|SHELL|EDITOR|VISUAL|PAGER|BROWSER)$/,
  /^GIT_(?:SSH|SSH_COMMAND|SSH_VARIANT|ASKPASS|EDITOR|SEQUENCE_EDITOR|PAGER|PROXY_COMMAND)$/,
  /^GIT_(?:EXEC_PATH|EXTERNAL_DIFF|TEMPLATE_DIR|DIR|COMMON_DIR|WORK_TREE|OBJECT_DIRECTORY)$/,
  /^GIT_(?:ALTERNATE_OBJECT_DIRECTORIES|ALLOW_PROTOCOL|CONFIG|CONFIG_.*|SSL_(?:NO_VERIFY|CAINFO|CAPATH))$/,
  /^SSH_(?:ASKPASS|ASKPASS_REQUIRE|SK_PROVIDER|SK_HELPER|PKCS11_HELPER)$/,
  /^(?:PATH|PATHEXT|COMSPEC|HOME|USERPROFILE|XDG_[A-Z_]*|TMPDIR)$/,
  /^DOCKER_(?:HOST|CONFIG|CONTEXT|CERT_PATH|TLS_VERIFY)$|^(?:CONTAINER|PODMAN)_HOST$|^KUBECONFIG$/
]

/** Every option of these programs can be given as a variable, and most lead to code. */
const INSTALLER = /^(?:NPM_CONFIG|YARN|PNPM|PIP|UV|PIPX|POETRY|BUN_CONFIG)_/
const WHO_INSTALLS =
  /[_:](?:\w{0,100}TOKENS?|AUTH|IDENT|PASSWORD|SECRET|KEY|OTP|USER|USERNAME|EMAIL)$|^POETRY_(?:PYPI_TOKEN|HTTP_BASIC)_/
const HOW_IT_TALKS = /_(?:LOGLEVEL|COLORS?|PROGRESS(?:_BAR)?|QUIET|VERBOSE|TIMEOUT|RETRIES)$/

export function isCodeLoading(name: string): boolean {
  const upper = name.toUpperCase()
  if (LOADERS.some((loader) => loader.test(upper))) return true
  return INSTALLER.test(upper) && !WHO_INSTALLS.test(upper) && !HOW_IT_TALKS.test(upper)
}

const SCHEME = '[a-z][a-z\\d+.-]{0,30}://'
/** A list of them has spaces, commas or bars between. */
const ADDRESSES = new RegExp(`\\b${SCHEME}(?:(?![,;|]+${SCHEME})\\S)+`, 'gi')
/** One word only, in which no other command can be hidden. */
const AUTHORIZATION = /^(authorization: *(?:basic|bearer|token) +)[\w+/=.~-]+$/i

/** The value of such a variable as it may be seen: all of it but who one is in its addresses. */
export function withoutCredentials(text: string): string {
  return text
    .replace(AUTHORIZATION, `$1${HIDDEN_VALUE}`)
    .replace(ADDRESSES, (address) => addressParts(address).map(shownPart).join(''))
}

function shownPart({ text, slot = '' }: { readonly text: string; readonly slot?: string }): string {
  const [, parameter = ''] = /^parameter (.*) \d+$/s.exec(slot) ?? []
  const isTelling = slot === 'credentials' || isSecretName(parameter)
  return !isTelling || text.replaceAll(':', '') === '' || isOnlyReferences(text)
    ? text
    : HIDDEN_VALUE
}
