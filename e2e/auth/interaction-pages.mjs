// The pages on which a person signs in and agrees, and what their buttons do.
const PATH = /^\/interaction\/([\w-]+)(?:\/(login|allow|deny))?$/
const SUBJECT = 'ada'

/** Resolves with whether the request was for one of these pages. */
export async function serveInteraction(provider, state, request, response) {
  const [, uid, action] = PATH.exec(request.url) ?? []
  if (uid === undefined) return false
  const details = await provider.interactionDetails(request, response)
  if (action === undefined && state.deniesNext) {
    state.deniesNext = false
    await finish(provider, request, response, denied())
  } else if (action === undefined) showPage(response, details)
  else if (request.method !== 'POST') response.writeHead(405).end()
  else await finish(provider, request, response, await resultOf(provider, details, action))
  return true
}

function showPage(response, { uid, prompt, params }) {
  const button = (action, name) =>
    `<form method="post" action="/interaction/${uid}/${action}"><button>${name}</button></form>`
  const isLogin = prompt.name === 'login'
  const title = isLogin ? 'Who are you?' : 'May this client have access?'
  const buttons = isLogin ? button('login', 'Sign in') : button('allow', 'Allow')
  const facts = [params.client_id, params.scope ?? 'no scopes', params.resource ?? 'no resource']
  const list = facts.map((fact) => `<li>${escaped(String(fact))}</li>`).join('')
  const body = `<h1>${title}</h1><ul>${list}</ul>${buttons}${button('deny', 'Deny')}`
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
  response.end(`<!doctype html><html lang="en"><title>${title}</title>${body}</html>`)
}

async function resultOf(provider, details, action) {
  switch (action) {
    case 'login':
      return { login: { accountId: SUBJECT } }
    case 'allow':
      return { consent: { grantId: await grantAll(provider, details) } }
    default:
      return denied()
  }
}

function denied() {
  return { error: 'access_denied', error_description: 'The person did not allow it.' }
}

async function grantAll(provider, { grantId, params, prompt: { details }, session }) {
  const known = grantId && (await provider.Grant.find(grantId))
  const grant =
    known || new provider.Grant({ accountId: session.accountId, clientId: params.client_id })
  if (details.missingOIDCScope) grant.addOIDCScope(details.missingOIDCScope.join(' '))
  for (const [resource, scopes] of Object.entries(details.missingResourceScopes ?? {})) {
    grant.addResourceScope(resource, scopes.join(' '))
  }
  return grant.save()
}

function finish(provider, request, response, result) {
  return provider.interactionFinished(request, response, result, {
    mergeWithLastSubmission: result.error === undefined
  })
}

function escaped(text) {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
