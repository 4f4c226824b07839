import { describe, expect, test } from 'vitest';
import { classifyVisit } from '../../../../worker/edge/lookup/source/source.ts';

/** A visit as a compact line: the query of the page, and the referrer. */
type Visit = readonly [channel: string, query: string, referrer?: string, source?: string];

const VISITS: readonly Visit[] = [
  // cross network
  ['cross_network', 'utm_source=google&utm_medium=cpc&utm_campaign=Spring-Cross-Network'],
  // shopping
  ['paid_shopping', 'utm_source=google&utm_medium=cpc&utm_campaign=Shopping_US', '', 'Google'],
  ['paid_shopping', 'utm_source=ebay&utm_medium=cpc', '', 'eBay'],
  ['paid_shopping', 'utm_campaign=my-shop&gclid=1'],
  ['organic_shopping', 'utm_source=amazon&utm_medium=referral', '', 'Amazon'],
  ['organic_shopping', '', 'https://www.etsy.com/listing/1', 'Etsy'],
  ['organic_shopping', '', 'https://shopping.google.com/', 'Google Shopping'],
  ['organic_shopping', 'srsltid=AfmBOo', 'https://www.google.com/'],
  // A workshop is not a shop.
  ['organic_search', 'utm_source=google&utm_medium=organic&utm_campaign=workshop-2026'],
  // paid search
  ['paid_search', 'utm_source=google&utm_medium=cpc', '', 'Google'],
  ['paid_search', 'utm_source=Google&utm_medium=CPC', '', 'Google'],
  ['paid_search', 'utm_source=bing&utm_medium=ppc', '', 'Bing'],
  ['paid_search', 'utm_source=adwords&utm_medium=paid-search', '', 'Google'],
  ['paid_search', 'gclid=abc', '', 'Google'],
  ['paid_search', 'gbraid=abc', 'https://www.google.com/', 'Google'],
  ['paid_search', 'wbraid=abc', '', 'Google'],
  ['paid_search', 'msclkid=abc', '', 'Bing'],
  ['paid_search', 'msclkid=abc', 'https://duckduckgo.com/', 'DuckDuckGo'],
  ['paid_search', 'yclid=1', '', 'Yandex'],
  ['paid_search', 'GCLID=abc', '', 'Google'],
  ['paid_search', 'utm_source=google&utm_medium=organic&gclid=abc', '', 'Google'],
  ['paid_search', 'gclid=abc', 'https://blog.example.net/', 'Google'],
  // behind the number sign
  ['paid_search', '#gclid=abc', '', 'Google'],
  ['paid_search', '#/offer?utm_source=bing&utm_medium=cpc', '', 'Bing'],
  ['paid_search', 'page=2#!/offer?gclid=abc&sort=1', '', 'Google'],
  ['email', 'utm_medium=email#utm_medium=cpc'],
  ['direct', '#gclid'],
  // An empty click id proves nothing.
  ['direct', 'gclid='],
  // paid social
  ['paid_social', 'utm_source=facebook&utm_medium=paid_social', '', 'Facebook'],
  ['paid_social', 'utm_source=fb&utm_medium=cpc', '', 'Facebook'],
  ['paid_social', 'utm_source=linkedin.com&utm_medium=cpc', '', 'LinkedIn'],
  ['paid_social', 'ttclid=1', '', 'TikTok'],
  ['paid_social', 'li_fat_id=1', '', 'LinkedIn'],
  ['paid_social', 'twclid=1', 'https://t.co/x', 'Twitter'],
  ['paid_social', 'rdt_cid=1'],
  ['paid_social', 'epik=1', '', 'Pinterest'],
  ['paid_social', 'ScCid=1', '', 'Snapchat'],
  ['paid_social', 'qclid=1', '', 'Quora'],
  ['paid_social', 'ndclid=1', '', 'Nextdoor'],
  // paid video
  ['paid_video', 'utm_source=youtube&utm_medium=cpv-paid&utm_content=cp', '', 'YouTube'],
  ['paid_video', 'gclid=abc', 'https://www.youtube.com/', 'YouTube'],
  // display
  ['display', 'utm_source=somewhere&utm_medium=display'],
  ['display', 'utm_source=somewhere&utm_medium=Banner'],
  ['display', 'utm_source=somewhere&utm_medium=cpm'],
  ['display', 'dclid=1'],
  // paid other
  ['paid_other', 'utm_source=newsletter&utm_medium=cpc', '', 'newsletter'],
  ['paid_other', 'utm_source=x9&utm_medium=retargeting'],
  ['paid_other', 'tblci=1'],
  ['paid_other', 'obclid=1'],
  ['paid_other', 'dicbo=1'],
  // organic social: fbclid and igshid are added to every shared link
  ['organic_social', 'fbclid=1', 'https://l.facebook.com/', 'Facebook'],
  ['organic_social', 'fbclid=1', '', 'Facebook'],
  ['organic_social', 'igshid=1', '', 'Instagram'],
  ['organic_social', '', 'https://t.co/abc', 'Twitter'],
  ['organic_social', '', 'https://www.linkedin.com/feed', 'LinkedIn'],
  ['organic_social', '', 'https://de.linkedin.com/', 'LinkedIn'],
  ['organic_social', '', 'https://www.tiktok.com/', 'TikTok'],
  ['organic_social', '', 'https://bsky.app/', 'Bluesky'],
  ['organic_social', 'utm_source=x9&utm_medium=social-network'],
  ['organic_social', 'utm_source=x9&utm_medium=sm'],
  // organic video
  ['organic_video', '', 'https://www.youtube.com/watch?v=1', 'YouTube'],
  ['organic_video', '', 'https://vimeo.com/1', 'Vimeo'],
  ['organic_video', 'utm_source=x9&utm_medium=video'],
  // AI assistants
  ['ai_assistant', 'utm_source=chatgpt.com', '', 'ChatGPT'],
  ['ai_assistant', '', 'https://chatgpt.com/', 'ChatGPT'],
  ['ai_assistant', '', 'https://www.perplexity.ai/search', 'Perplexity'],
  ['ai_assistant', '', 'https://gemini.google.com/app', 'Gemini'],
  ['ai_assistant', '', 'https://copilot.microsoft.com/', 'Copilot'],
  // organic search
  ['organic_search', '', 'https://www.google.com/', 'Google'],
  ['organic_search', '', 'https://www.google.co.uk/', 'Google'],
  ['organic_search', '', 'https://www.google.de/search?q=x', 'Google'],
  ['organic_search', '', 'https://www.bing.com/search?q=x', 'Bing'],
  ['organic_search', '', 'https://de.search.yahoo.com/', 'Yahoo!'],
  ['organic_search', '', 'https://duckduckgo.com/', 'DuckDuckGo'],
  ['organic_search', '', 'https://search.brave.com/', 'Brave Search'],
  ['organic_search', '', 'https://www.ecosia.org/', 'Ecosia'],
  ['organic_search', '', 'https://kagi.com/', 'Kagi'],
  ['organic_search', '', 'android-app://com.google.android.googlequicksearchbox/', 'Google'],
  ['organic_search', 'utm_source=x9&utm_medium=organic'],
  // email
  ['email', '', 'https://mail.google.com/mail/u/0/', 'Gmail'],
  ['email', '', 'android-app://com.google.android.gm/', 'Gmail'],
  ['email', '', 'https://outlook.live.com/', 'Outlook.com'],
  ['email', 'utm_source=newsletter&utm_medium=email', '', 'newsletter'],
  ['email', 'utm_source=x9&utm_medium=E-Mail'],
  ['email', 'utm_source=email'],
  ['email', 'mc_cid=1'],
  ['email', 'mc_eid=1', 'https://www.google.com/'],
  ['email', 'mkt_tok=1'],
  ['email', '_hsenc=1'],
  ['email', 'vero_id=1'],
  ['email', '_kx=1'],
  // webmail of providers and others, and the redirects of their links
  ...(
    'mail.live.com co106w.col106.mail.live.com outlook.office.com webmail.bluewin.ch rich-v01.bluewin.ch email.bluewin.ch ' +
    'deref-gmx.net deref-gmx.co.uk deref-web.de deref-web-02.de deref-1und1.de deref-mail.com 3c.gmx.net 3c-bap.web.de ' +
    'navigator-bs.gmx.net lightmailer-bap.web.de lightmailer.gmx.it messagerie.orange.fr messageriepro3.orange.fr ' +
    'webmail1m.orange.fr mail02.orange.fr wmail.orange.fr email.ionos.de mailbusiness.ionos.co.uk mail.infomaniak.com ' +
    'mail.proton.me email.t-online.de webmail.t-online.de webmail.tim.it mail.tim.it mail.vodafone.de webmail.vodafone.it ' +
    'us-mg5.mail.yahoo.com 36ohk6dgmcd1n-c.c.yom.mail.yahoo.net app.fastmail.com upcmail.hispeed.ch mail.example.net ' +
    'webmail2.example.co.uk roundcube.example.net us1.campaign-archive.com'
  )
    .split(' ')
    .map((host): Visit => ['email', '', `https://${host}/`]),
  ['email', '', 'android-app://com.yahoo.mobile.client.android.mail/'],
  ['email', '', 'android-app://com.microsoft.office.outlook/'],
  ['email', '', 'https://email.bt.com/', 'BT Internet Mail'],
  ['email', '', 'https://lightmailer.gmx.fr/', 'GMX'],
  // Newspapers are not webmail, and neither are other sites of a provider.
  ...(
    'www.dailymail.co.uk dailymail.com theglobeandmail.com news.mail.ru finance.yahoo.com www.t-online.de shop.orange.fr ' +
    'web.de www.gmx.net account.proton.me login.yahoo.com maps.google.com'
  )
    .split(' ')
    .map((host): Visit => ['referral', '', `https://${host}/`, host]),
  // searches by subdomain
  ['organic_search', '', 'https://it.images.search.yahoo.com/images/view', 'Yahoo! Images'],
  ['organic_search', '', 'https://r.search.yahoo.com/', 'Yahoo!'],
  ['organic_search', '', 'https://malaysia.search.yahoo.com/', 'Yahoo!'],
  ['organic_search', '', 'https://images.google.de/', 'Google Images'],
  ['organic_search', '', 'https://s3-us3.ixquick.com/do/search'],
  ['organic_search', '', 'https://lite.duckduckgo.com/lite', 'DuckDuckGo'],
  // social
  ['organic_social', '', 'https://l.workplace.com/', 'Workplace'],
  ['organic_social', '', 'https://discord.com/channels/1', 'Discord'],
  ['organic_social', '', 'https://ptb.discord.com/', 'Discord'],
  ['ai_assistant', '', 'https://poe.com/', 'Poe'],
  ['ai_assistant', '', 'https://beta.character.ai/', 'Character.AI'],
  // hosts of messengers, shops, video sites, assistants and ad servers, in their countries too
  ...(
    't.me web.telegram.org wa.me web.whatsapp.com l.messenger.com m.me lin.ee kakao.com chat.zalo.me x.com vk.ru bsky.social ' +
    'www.yelp.com m.yelp.de www.tripadvisor.co.uk www.pinterest.co.kr stackexchange.com app.slack.com linktr.ee hachyderm.io ' +
    'mp.weixin.qq.com teams.microsoft.com redd.it lnkd.in fb.watch digg.com blogger.com'
  )
    .split(' ')
    .map((host): Visit => ['organic_social', '', `https://${host}/`]),
  ...(
    'www.alibaba.com allegro.pl www.bol.com www.temu.com shopee.co.th www.mercadolivre.com.br articulo.mercadolibre.com.ar amzn.to ' +
    'www.vinted.fr shopping.naver.com www.ebay.com.au rakuten.co.jp shop.app'
  )
    .split(' ')
    .map((host): Visit => ['organic_shopping', '', `https://${host}/`]),
  ...'www.bilibili.com b23.tv www.ted.com rumble.com v.youku.com fast.wistia.net www.iq.com youtube-nocookie.com'
    .split(' ')
    .map((host): Visit => ['organic_video', '', `https://${host}/`]),
  ...'duck.ai you.com claude.com m365.cloud.microsoft www.kimi.com chat.qwen.ai notebooklm.google.com z.ai pplx.ai bard.google.com'
    .split(' ')
    .map((host): Visit => ['ai_assistant', '', `https://${host}/`]),
  ...'ya.ru yandex.kz ntp.msn.com www.naver.com m.sogou.com search.seznam.cz lens.google.com yep.com swisscows.com www.daum.net'
    .split(' ')
    .map((host): Visit => ['organic_search', '', `https://${host}/`]),
  ...'static.criteo.net cas.criteo.com ib.adnxs.com insight.adsrvr.org us-u.openx.net track.adform.net s0.2mdn.net'
    .split(' ')
    .map((host): Visit => ['display', '', `https://${host}/`]),
  ['paid_search', '', 'https://yabs.yandex.ru/count/1', 'Yandex Direct'],
  ['paid_other', '', 'https://trc.taboola.com/', 'Taboola'],
  // Sites of customers are not the network itself, and payment pages are not a source.
  ...'someones-plumbing.blogspot.com bakery.wordpress.com stripe.com checkout.stripe.com theshop.shopify.com'
    .split(' ')
    .map((host): Visit => ['referral', '', `https://${host}/`, host]),
  // Android apps
  ['organic_social', '', 'android-app://com.facebook.katana/', 'Facebook'],
  ['organic_social', '', 'android-app://com.instagram.android/', 'Instagram'],
  ['organic_social', '', 'android-app://com.linkedin.android/', 'LinkedIn'],
  ['organic_social', '', 'android-app://com.zhiliaoapp.musically/', 'TikTok'],
  ['organic_social', '', 'android-app://com.whatsapp/', 'WhatsApp'],
  ['organic_social', '', 'android-app://org.telegram.messenger/', 'Telegram'],
  ['organic_social', '', 'android-app://com.Slack/', 'Slack'],
  ['organic_shopping', '', 'android-app://com.amazon.mShop.android.shopping/', 'Amazon'],
  ['organic_shopping', '', 'android-app://com.ebay.mobile/', 'eBay'],
  ['organic_video', '', 'android-app://tv.twitch.android.app/', 'Twitch'],
  ['organic_search', '', 'android-app://com.duckduckgo.mobile.android/', 'DuckDuckGo'],
  ['ai_assistant', '', 'android-app://com.openai.chatgpt/', 'ChatGPT'],
  ['email', '', 'android-app://com.samsung.android.email.provider/'],
  ['referral', '', 'android-app://com.google.android.apps.docs/'],
  // names in utm_source
  ...'WhatsApp telegram Nextdoor yelp tripadvisor snap LinkedIn ig reddit threads bluesky line messenger Social'
    .split(' ')
    .map((name): Visit => ['organic_social', `utm_source=${name}`]),
  ...'gmb google_business_profile GBP ecosia naver yandex baidu yahoo'
    .split(' ')
    .map((name): Visit => ['organic_search', `utm_source=${name}`]),
  ['email', 'utm_source=mailchimp'],
  ['email', 'utm_source=Klaviyo'],
  ['organic_social', 'utm_source=facebook.com.', '', 'Facebook'],
  // Ordinary words are neither search engines nor webmail, despite products with these names.
  ...'free orange inbox frontier charter alice inbox target wish terra atlas start nova mix home spring'
    .split(' ')
    .map((word): Visit => ['referral', `utm_source=${word}`, '', word]),
  // The first part of a host is no name: blog.com, care.com, is.gd.
  ...'blog blogs care cross deluxe gather hr zoo scoop bit is justin d academia ancestry awe rtl fandom'
    .split(' ')
    .flatMap((word): Visit[] => [
      ['referral', `utm_source=${word}`, '', word],
      ['email', `utm_source=${word}&utm_medium=email`, '', word],
    ]),
  ...'Medium behance gab parler disney+ slack'
    .split(' ')
    .map((name): Visit => [
      name === 'disney+' ? 'organic_video' : 'organic_social',
      `utm_source=${encodeURIComponent(name)}`,
    ]),
  ['organic_shopping', 'utm_source=newegg', '', 'Newegg'],
  ['ai_assistant', '', 'https://copilot.com/', 'Copilot'],
  ['email', '', 'android-app://com.microsoft.outlooklite/', 'Outlook.com'],
  ['organic_search', '', 'https://metager.org/', 'MetaGer'],
  ['organic_search', '', 'https://images.de.ask.com/', 'Ask'],
  ['organic_social', '', 'https://www.minds.com/', 'Minds'],
  // tags for ads only
  ...'adwords google_ads google-ads Google%20Ads gads bingads microsoft_advertising'
    .split(' ')
    .map((name): Visit => ['paid_search', `utm_source=${name}`]),
  ...'fb-ads fbads facebook_ads facebook-ad meta_ads linkedin-ads tiktokads twitter-ads ig.ads'
    .split(' ')
    .map((name): Visit => ['paid_social', `utm_source=${name}`]),
  ['paid_video', 'utm_source=yt-ads', '', 'YouTube'],
  ['referral', 'utm_source=roads', '', 'roads'],
  ['referral', 'utm_source=newsletter_ads', '', 'newsletter_ads'],
  ['paid_search', 'gad_source=1', '', 'Google'],
  ['paid_search', 'gad_source=1&gad_campaignid=2', 'https://www.google.com/', 'Google'],
  ['paid_video', 'gad_source=2', 'https://www.youtube.com/', 'YouTube'],
  // any campaign parameter marks a tagged link
  ['referral', 'utm_content=footer'],
  ['referral', 'utm_term=plumber'],
  ['referral', 'utm_id=abc.123'],
  ['direct', 'utm_content='],
  // the rest
  ['affiliate', 'utm_source=x9&utm_medium=affiliate'],
  ['affiliate', 'irclickid=1', 'https://deals.example.net/'],
  ['affiliate', 'cjevent=1'],
  ['affiliate', 'awc=1'],
  ['audio', 'utm_source=podcast&utm_medium=audio'],
  ['sms', 'utm_source=x9&utm_medium=sms'],
  ['sms', 'utm_source=sms'],
  ['push', 'utm_source=x9&utm_medium=web-push'],
  ['push', 'utm_source=firebase'],
  ['referral', '', 'https://blog.example.net/post', 'blog.example.net'],
  ['referral', '', 'https://docs.google.com/document/1', 'docs.google.com'],
  ['referral', '', 'https://support.google.com/', 'support.google.com'],
  ['referral', 'utm_source=partner&utm_medium=link', '', 'partner'],
  ['direct', '', '', ''],
  ['direct', 'page=2'],
  // the company's own site is not a source
  ['direct', '', 'https://example.com/other'],
  ['direct', '', 'https://www.example.com/other'],
  ['direct', '', 'https://shop.example.com/'],
  ['referral', '', 'https://notexample.com/'],
  ['direct', '', 'not a url'],
];

describe('the source matrix', () => {
  test.for(VISITS)('%s: ?%s from "%s"', ([channel, query, referrer = '', source]) => {
    const visit = classifyVisit({
      url: `https://example.com/landing?${query}`,
      referrer,
      domain: 'example.com',
    });

    expect({ channel: visit.channel, name: visit.name }).toEqual({ channel, name: channel });
    expect(visit.source).toBe(source ?? visit.source);
  });
});

describe('what was reported', () => {
  test('keys override the query of the page', () => {
    const visit = classifyVisit({
      url: 'https://example.com/?utm_source=newsletter&utm_medium=email',
      keys: 'utm_source=google&utm_medium=cpc&utm_campaign=Brand',
    });

    expect(visit).toMatchObject({ channel: 'paid_search', evidence: { utm_campaign: 'Brand' } });
  });

  test('keys without a source do not override the page', () => {
    expect(classifyVisit({ url: 'https://example.com/?gclid=1', keys: 'theme=dark' }).channel).toBe(
      'paid_search',
    );
    expect(classifyVisit({ url: 'https://example.com/?gclid=1', keys: '' }).channel).toBe('paid_search');
  });

  test('values are kept in the sent form', () => {
    const visit = classifyVisit({
      url: 'https://example.com/?utm_source=MyPaper&utm_campaign=Spring%20SALE',
    });

    expect(visit).toMatchObject({ source: 'MyPaper', evidence: { utm_campaign: 'Spring SALE' } });
  });

  test.for([
    ['https://www2.example.com/', 'https://www2.example.com/other'],
    ['https://wwwexample.com/', 'https://wwwexample.com/other'],
    ['https://www.example.com/', 'https://shop.example.com/'],
    ['https://www.example.com./', 'https://www.example.com/'],
    ['https://www.example.com/', 'https://EXAMPLE.com./'],
    ['https://example.com:8443/', 'https://example.com/'],
    ['https://www.de/', 'https://www.de/other'],
  ] as const)('on %s, %s is the site itself', ([url, referrer]) => {
    expect(classifyVisit({ url, referrer }).channel).toBe('direct');
    expect(classifyVisit({ domain: new URL(url).hostname, referrer }).channel).toBe('direct');
  });

  test.for([
    ['https://www2.example.com/', 'https://2.example.com/'],
    ['https://wwwexample.com/', 'https://example.com/'],
    ['https://www.de/', 'https://blog.example.de/'],
  ] as const)('on %s, %s is another site', ([url, referrer]) => {
    expect(classifyVisit({ url, referrer }).channel).toBe('referral');
  });

  test('a host with a trailing dot is the same', () => {
    const visit = classifyVisit({ url: 'https://example.com/', referrer: 'https://www.google.com./' });

    expect(visit).toMatchObject({ channel: 'organic_search', evidence: { referrer: 'www.google.com' } });
  });

  test('a referrer on one of the company’s domains is not a source', () => {
    const report = { url: 'https://example.com/', referrer: 'https://booking.example.org/' };

    expect(classifyVisit(report).channel).toBe('referral');
    expect(classifyVisit(report, [], ['example.org']).channel).toBe('direct');
  });
});

describe('rules of the company', () => {
  const rules = [
    { name: 'spring_sale', when: { channel: 'email', utm_campaign: 'spring*' } },
    { name: 'yelp', when: { referrer: '*yelp.com' } },
    { name: 'brand', when: { source: 'google', utm_campaign: '*brand*core*' } },
    { name: 'landing', when: { landing_page: '/lp/*' } },
    { name: 'ads', when: { click_id: 'gclid' } },
    { name: 'flyer', when: { parameter: 'src=flyer*' } },
  ];

  test.for([
    ['?utm_medium=email&utm_campaign=SPRING-2026', '', 'spring_sale'],
    ['?utm_medium=email&utm_campaign=offspring', '', 'email'],
    ['?utm_medium=cpc&utm_campaign=spring', '', 'paid_other'],
    ['', 'https://m.yelp.com/biz', 'yelp'],
    ['', 'https://yelp.com.evil.test/', 'referral'],
    ['?utm_source=google&utm_medium=cpc&utm_campaign=US-Brand-EN-Core-1', '', 'brand'],
    ['?utm_source=google&utm_medium=cpc&utm_campaign=core-brand', '', 'paid_search'],
    ['?gclid=1', '', 'ads'],
    ['?page=2&src=flyer', '', 'flyer'],
    ['?utm_source=google&utm_medium=cpc&SRC=Flyer%20north', '', 'flyer'],
    ['#/offer?src=flyer', 'https://www.google.com/', 'flyer'],
    ['?mysrc=flyer&src=poster', '', 'direct'],
    ['?src', '', 'direct'],
    ['', '', 'direct'],
  ])('%s from "%s" is %s', ([query, referrer, name]) => {
    expect(classifyVisit({ url: `https://example.com/${query}`, referrer }, rules).name).toBe(name);
  });

  test.for([
    ['of the visit', { keys: 'src=flyer', began: false }, 'flyer'],
    ['of the page on which the visit began, beside its campaign', { keys: 'gbraid=1', began: true }, 'flyer'],
    ['of a script that does not say where it began', { keys: '' }, 'flyer'],
    ['of a later page', { keys: '', began: false }, 'direct'],
  ] as const)('a parameter %s counts as it should', ([, report, name]) => {
    const url = `https://example.com/${report.keys === 'src=flyer' ? '' : '?src=flyer'}`;
    expect(classifyVisit({ url, ...report }, rules).name).toBe(name);
  });

  test('a campaign in the address of a later page is not that of the visit', () => {
    const url = 'https://example.com/?utm_source=bing&utm_medium=cpc';
    expect(classifyVisit({ url, keys: '', began: false }).channel).toBe('direct');
    expect(classifyVisit({ url, keys: '' }).channel).toBe('paid_search');
  });

  test('the first match wins', () => {
    expect(classifyVisit({ url: 'https://example.com/lp/x?gclid=1' }, rules)).toMatchObject({
      name: 'landing',
      rule: 3,
    });
  });

  test('a pattern with many stars is compared quickly', () => {
    const hostile = [{ name: 'x', when: { utm_campaign: `${'*a'.repeat(90)}b` } }];

    expect(classifyVisit({ url: `https://e.com/?utm_campaign=${'a'.repeat(7000)}` }, hostile).name).toBe(
      'referral',
    );
  });
});
