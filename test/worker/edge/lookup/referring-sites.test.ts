import { expect, test } from 'vitest';
import type { Channel } from '../../../../worker/dni/pure/channels.ts';
import { classifyVisit } from '../../../../worker/edge/lookup/source/source.ts';

/**
 * Where the visits come from that other products are tested with: Snowplow's referer-parser, Segment's inbound and
 * Shopify's goreferrer, by host and the start of the path. What they take for mail, search, social, an assistant or an
 * ad is what they say; shops and directories are told apart as docs/sources.md does.
 */
const SITES: Partial<Record<Channel, string>> = {
  paid_search:
    'www.adsensecustomsearchads.com syndicatedsearch.goog www.googleadservices.com/pagead/aclk partner.googleadservices.com',
  display:
    'tdsf.doubleclick.net googleads.g.doubleclick.net pagead2.googlesyndication.com safeframe.googlesyndication.com ' +
    'f5d3.safeframe.googlesyndication.com',
  organic_shopping: 'www.pricerunner.co.uk/search www.pricerunner.se www.etsy.com/shop',
  organic_social:
    't.co/chrgFZDb t.co/WGKMqKDi twitter.com twitter.com/ryah twitter.com/snormore/status go.bsky.app/redirect ' +
    'www.facebook.com/l.php m.facebook.com/l.php l.facebook.com/l.php www.odnoklassniki.ru/dk www.tumblr.com/dashboard ' +
    'psychicbazaar.tumblr.com puppyanimalbarn.tumblr.com lnk.bio l.workplace.com lm.workplace.com ' +
    'www.threads.com/@user/post www.threads.net/@user/post l.threads.com/l/ABC123 l.threads.net/l/ABC123 ' +
    'www.yelp.com/biz_redir plus.url.google.com/url www.linkedin.com/share pinterest.com/pin redirect.foursquare.com/l/',
  ai_assistant:
    'character.ai beta.character.ai chatgpt.com chat.openai.com claude.ai gemini.google.com meta.ai ' +
    'copilot.microsoft.com chat.mistral.ai perplexity.ai poe.com',
  organic_search:
    'www.google.com www.google.com/search www.google.com/url google.com www.google.co.uk/url www.google.com.ar/url ' +
    'www.google.co.in/url www.google.fr/imgres www.google.ca/imgres isearch.avg.com/pages/images.aspx ' +
    'search.yahoo.com/search es.search.yahoo.com/search ca.search.yahoo.com/search search.yahoo.co.jp/search ' +
    'it.images.search.yahoo.com/images/view local.search.yahoo.com/search yahoo.com bing.com www.bing.com/images/search ' +
    'www.bing.com/local/details.aspx s3-us3.ixquick.com/do/search aolsearch.aol.co.uk/aol/search www.aolsearch.com/search ' +
    'search.aol.com/aol/search uk.search-results.com/web go.mail.ru/search images.yandex.ru/yandsearch ' +
    'www.yandex.com/yandsearch search.tb.ask.com/search/GGmain.jhtml search.ke.voila.fr www.dalesearch.com ' +
    'suche.1und1.de search.babylon.com searchassist.babylon.com meta.ua search.brave.com www.baidu.com/s ' +
    'search.naver.com/search.naver search.daum.net/search search.nate.com/search/all.html',
  email:
    'mail.google.com mail.google.com/_/mail-static rich-v01.bluewin.ch/cp/applink rich-v02.bluewin.ch email.bluewin.ch ' +
    'deref-gmx.net/mail/client deref-gmx.de deref-gmx.at deref-gmx.ch deref-gmx.fr deref-gmx.es deref-gmx.it ' +
    'deref-gmx.com deref-gmx.co.uk deref-web.de/mail/client deref-1und1-02.de deref-mail.com ' +
    'lightmailer.gmx.de lightmailer.gmx.at lightmailer.gmx.ch lightmailer.gmx.fr lightmailer.gmx.es lightmailer.gmx.it ' +
    'lightmailer.gmx.com lightmailer.gmx.net lightmailer.gmx.co.uk lightmailer-bs.gmx.net lightmailer-bap.gmx.net ' +
    'lightmailer.mail.com lightmailer-bap.web.de lightmailer-bs.web.de 3c-lxa.mail.com 3c.web.de 3c-bap.web.de ' +
    'email.ionos.de email.ionos.es email.ionos.fr email.ionos.it email.ionos.ca email.ionos.mx email.ionos.com ' +
    'email.ionos.co.uk mailbusiness.ionos.de mailbusiness.ionos.es mailbusiness.ionos.fr mailbusiness.ionos.it ' +
    'mailbusiness.ionos.ca mailbusiness.ionos.mx mailbusiness.ionos.com mailbusiness.ionos.co.uk mail.infomaniak.com ' +
    'mail01.orange.fr mail02.orange.fr wmail.orange.fr webmail1m.orange.fr/webmail/fr_FR messageriepro3.orange.fr ' +
    'messagerie.orange.fr mail.proton.me email.t-online.de webmail.tim.it upcmail.hispeed.ch mail.vodafone.de ' +
    '36ohk6dgmcd1n-c.c.yom.mail.yahoo.net/om/api 36ohk6dgmcd1n-c.c.yom.mail.yahoo.co.jp/om/api ' +
    'co106w.col106.mail.live.com/default.aspx sn143w.snt143.mail.live.com/mail/InboxLight.aspx mail.naver.com ' +
    'mail2.daum.net/hanmailex/Top.daum',
  referral:
    'www.digitalstyledigest.com/2012/03 www.codeyear.com stripe.com/blog hypem.com/blog walrus.com ' +
    'local.yahoo.com/info www.yellowpages.com/washington-dc/restaurant www.groupon.com/deals ' +
    'www.livingsocial.com/cities www.mapquest.com/places www.opentable.com/carmines-restaurant-dc ' +
    'mysubdomain.myothersubdomain.supersite.co.uk/party/time xn--d1abbgf6aiiy.xn--p1ai',
};

test.for(Object.entries(SITES))('%s, by the referring site', ([channel, sites]) => {
  const wrong = sites.split(' ').flatMap((site) => {
    const visit = classifyVisit({
      url: 'https://example.com/',
      referrer: `https://${site}`,
      domain: 'example.com',
    });
    return visit.channel === channel ? [] : [`${site}: ${visit.channel}`];
  });

  expect(wrong).toEqual([]);
});

test('a click on an ad with a click id is classified by the site of the ad', () => {
  const click = (referrer: string): string =>
    classifyVisit({ url: 'https://example.com/?gclid=1', referrer }).channel;

  expect(click('https://safeframe.googlesyndication.com/')).toBe('display');
  expect(click('https://www.googleadservices.com/')).toBe('paid_search');
});
